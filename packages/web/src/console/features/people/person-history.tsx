import type { Address } from "@freehold/protocol";
import { type ReactElement, useState } from "react";
import type { ConsoleMessages } from "../../../messages/console/en.ts";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { formatMoment } from "../../components/format.ts";
import { PagedList, usePagedList } from "../../components/paged-list.tsx";

/** An event of a node, as in the GraphQL schema. */
interface PeerEvent {
  readonly id: string;
  readonly kind: keyof ConsoleMessages["peerHistory"]["kinds"];
  readonly isWarning: boolean;
  readonly url: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly proof: object | null;
  /** Null where nobody did, and where the signature is not right. */
  readonly signedBy: Address | null;
  /** ISO 8601 */
  readonly createdAt: string;
}

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
  const list = usePagedList<PeerEvent>(["history", address], query, { address });
  return (
    <PagedList list={list} empty={peerHistory.empty} as="ol" look="history-list">
      {(event) => <EventRow key={event.id} event={event} />}
    </PagedList>
  );
}

const query = /* GraphQL */ `
  query PeerHistory($address: Address!, $after: String) {
    peerHistory(address: $address, first: 20, after: $after) {
      nodes { id kind isWarning url detail proof signedBy createdAt }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

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
  return typeof detail.before === "string" ? texts.changed(detail.before, url ?? "") : (url ?? "");
}

/** The changes of an event: a line for each value. */
function describeChanges({ detail, url }: PeerEvent, texts: ConsoleMessages["peerHistory"]): string[] {
  return Object.entries(detail).flatMap(([name, value]) => {
    if (typeof value === "string") return value === url || name === "before" ? [] : [value];
    const { before, after } = Object(value);
    if (before === undefined && after === undefined) return [];
    const show = (one: unknown) => (typeof one === "string" && one !== "" ? one : texts.nothing);
    return [texts.changed(show(before), show(after))];
  });
}
