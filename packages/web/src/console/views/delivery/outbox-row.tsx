import type { ReactElement } from "react";
import { sayDelivery, sayWhy } from "../../delivery/say-delivery.ts";
import { nameOfNode } from "../../people/name-of-node.ts";
import { Portrait } from "../../people/portrait.tsx";
import { titleOf } from "../../publications/title-of.ts";
import { Link } from "../../shell/link.tsx";
import { useWords } from "../../words/use-words.ts";
import type { OutboxEntry } from "./use-outbox.ts";

/** One thing for one node: what, for whom, since when, why it is not there, and when it is tried again. */
export function OutboxRow({
  entry,
  isTrying,
  onRetry,
}: {
  entry: OutboxEntry;
  isTrying: boolean;
  onRetry: () => void;
}): ReactElement {
  const words = useWords();
  const { peerAddress: address, peerTitle: title, peerUrl: url } = entry;
  const name = nameOfNode({ address, title, url });
  return (
    <li className="row person" data-item={entry.id} tabIndex={-1}>
      <Portrait address={address} />
      <div className="row-words">
        <p className="row-line">
          <WhatItIs entry={entry} /> <span>{words.delivery.to(name)}</span>
        </p>
        <small>
          <span>{sayDelivery(words, entry)}</span>
          {sayWhy(words, entry).map((sentence) => (
            <span key={sentence}>{sentence}</span>
          ))}
        </small>
      </div>
      <button
        type="button"
        className="plain small"
        aria-label={`${words.delivery.tryNow}: ${name}`}
        disabled={isTrying}
        onClick={onRetry}
      >
        {words.delivery.tryNow}
      </button>
    </li>
  );
}

function WhatItIs({ entry: { kind, publication } }: { entry: OutboxEntry }): ReactElement {
  const words = useWords();
  if (kind !== "PUBLICATION") return <strong>{words.delivery.kinds[kind]}</strong>;
  if (publication === null) return <strong>{words.delivery.gone}</strong>;
  const title = titleOf(publication) || publication.filename || words.signing.untitled;
  return <Link to={`/delivery/${publication.id}`}>{title}</Link>;
}
