import type { ReactElement } from "react";
import { useMessages, useSiteMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { MoreButton, usePagedList } from "../../components/paged-list.tsx";
import { formatError, LoadError } from "../../errors.tsx";
import {
  type CommenterBlock,
  commenterBlocksQuery,
  unblockCommenter,
} from "../../people/commenter-blocks.tsx";
import { useAction } from "../../queries.ts";

/** Commenters who are blocked by email address; hidden when there are none. */
export function BlockedCommenters(): ReactElement | null {
  const messages = useMessages();
  const list = usePagedList<CommenterBlock>(["commenter-blocks"], commenterBlocksQuery);
  const unblock = useAction(unblockCommenter);
  const blocks = list.data ?? [];
  if (blocks.length === 0) return <LoadError error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <section>
      <h2>{messages.people.blockedByMail}</h2>
      <p className="hint">{messages.people.blockedByMailHint}</p>
      <ul className="rows">
        {blocks.map((block) => (
          <BlockedCommenter key={block.id} block={block} onUnblock={() => unblock.mutate(block.id)} />
        ))}
      </ul>
      <MoreButton list={list} />
      {unblock.error && <p role="alert">{formatError(messages, unblock.error)}</p>}
    </section>
  );
}

function BlockedCommenter({
  block: { authorName, createdAt, reason },
  onUnblock,
}: {
  block: CommenterBlock;
  onUnblock: () => void;
}): ReactElement {
  const { people } = useMessages();
  const site = useSiteMessages();
  return (
    <li className="row">
      <div className="row-text">
        <strong className="row-name">{authorName}</strong>
        <small>
          <span>{people.since.blocked(site.day(Date.parse(createdAt)))}</span>
          {reason && <span>{people.note(reason)}</span>}
        </small>
      </div>
      <Button
        look="plain small"
        aria-label={`${people.unblock} ${authorName}`}
        onClick={onUnblock}
        text={people.unblock}
      />
    </li>
  );
}
