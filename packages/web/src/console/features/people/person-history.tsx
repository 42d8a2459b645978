import { graphql } from "@freehold/client";
import type { Address } from "@freehold/protocol";
import { type ReactElement, useState } from "react";
import type { ConsoleMessages } from "../../../messages/console/en.ts";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { formatMoment } from "../../components/format.ts";
import { PagedList, usePagedList } from "../../components/paged-list.tsx";
import type { ItemOf } from "../../graphql.ts";
import { isRecord } from "../../queries.ts";

/** An event of a node. */
type PeerEvent = ItemOf<typeof query>;

/** The events of a node, newest first; loaded when the list is opened. */
export function PersonHistory({ address }: { address: Address }): ReactElement {
  const { peerHistory } = useMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="peer-history" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{peerHistory.title}</summary>
      {isOpen && <Events address={address} />}
    </details>
  );
}

function Events({ address }: { address: Address }): ReactElement {
  const { peerHistory } = useMessages();
  const list = usePagedList(["history", address], query, { address });
  return (
    <PagedList list={list} empty={peerHistory.empty} as="ol" look="history-list">
      {(event) => <EventRow key={event.id} event={event} />}
    </PagedList>
  );
}

const query = graphql(`query PeerHistory($address: Address!, $after: String) {
  peerHistory(address: $address, first: 20, after: $after) {
    nodes { id kind isWarning url detail proof signedBy createdAt }
    pageInfo { hasNextPage endCursor }
  }
}`);

function EventRow({ event }: { event: PeerEvent }): ReactElement {
  const messages = useMessages();
  const { peerHistory: texts } = messages;
  const signature = event.signedBy ? texts.signed : event.proof ? texts.broken : texts.unsigned;
  return (
    <li className={event.isWarning ? "is-warning" : undefined}>
      <strong>
        {event.isWarning && `${texts.warning}: `}
        {texts.kinds[event.kind]}
      </strong>
      {event.url && <span className="history-url">{describeUrl(event, texts)}</span>}
      {describeChanges(event, texts).map((line) => (
        <span key={line}>{line}</span>
      ))}
      <small>
        <time dateTime={event.createdAt}>{formatMoment(Date.parse(event.createdAt), messages.language)}</time>
        {" · "}
        {signature}
      </small>
      {event.isWarning && <p className="hint">{texts.warningHint}</p>}
    </li>
  );
}

/** The current address of the node and its earlier ones. */
function describeUrl({ detail, url }: PeerEvent, texts: ConsoleMessages["peerHistory"]): string {
  const before = isRecord(detail) ? detail.before : undefined;
  return typeof before === "string" ? texts.changed(before, url ?? "") : (url ?? "");
}

/** The changes of an event: a line for each value. */
function describeChanges({ detail, url }: PeerEvent, texts: ConsoleMessages["peerHistory"]): string[] {
  return Object.entries(isRecord(detail) ? detail : {}).flatMap(([name, value]) => {
    if (typeof value === "string") return value === url || name === "before" ? [] : [value];
    if (!isRecord(value)) return [];
    const { before, after } = value;
    if (before === undefined && after === undefined) return [];
    const show = (one: unknown) => (typeof one === "string" && one !== "" ? one : texts.nothing);
    return [texts.changed(show(before), show(after))];
  });
}
