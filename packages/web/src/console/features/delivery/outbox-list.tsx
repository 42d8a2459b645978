import { graphql } from "@freehold/client";
import type { ReactElement } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Avatar } from "../../components/avatar.tsx";
import { Button } from "../../components/controls.tsx";
import { formatMoment } from "../../components/format.ts";
import { PagedList } from "../../components/paged-list.tsx";
import { Trouble } from "../../errors.tsx";
import { mutation } from "../../graphql.ts";
import { nodeName } from "../../people/person-card.tsx";
import { useAction } from "../../queries.ts";
import { focusedItem, useKeys, useListKeys } from "../../shell/keyboard.ts";
import { Link } from "../../shell/routes.tsx";
import { describeDelivery, formatDelivery, type RetryProps } from "./use-delivery.ts";
import { type OutboxEntry, type OutboxState, useOutbox } from "./use-outbox.ts";

/** The outbox entries in one state. */
export function OutboxList({ state, count }: { state: OutboxState; count: number | null }): ReactElement {
  const messages = useMessages();
  const list = useOutbox(state);
  const oldest = state === "pending" ? list.items[0] : undefined;
  const retry = useAction(retryOutboxEntry);
  useKeys({
    r: () => {
      const id = focusedItem();
      if (id !== undefined) retry.mutate({ id });
    },
  });
  useListKeys(list);
  return (
    <>
      {oldest && count !== null && count > 0 && (
        <p className="hint">
          {messages.delivery.oldest(count, formatMoment(Date.parse(oldest.createdAt), messages.language))}
        </p>
      )}
      <Trouble error={retry.error} />
      <PagedList list={list} empty={messages.delivery.empty[state]}>
        {(entry) => (
          <OutboxRow
            key={entry.id}
            entry={entry}
            isTrying={retry.isPending && retry.variables.id === entry.id}
            onRetry={() => retry.mutate({ id: entry.id })}
          />
        )}
      </PagedList>
    </>
  );
}

const retryOutboxEntry = mutation(
  graphql("mutation RetryOutboxEntry($input: RetryOutboxEntryInput!) { retryOutboxEntry(input: $input) }"),
);

/** One outbox entry: what, for whom, since when, why it waits, and the next attempt. */
function OutboxRow({ entry, isTrying, onRetry }: RetryProps & { entry: OutboxEntry }): ReactElement {
  const messages = useMessages();
  const name = nodeName(entry);
  return (
    <li className="row person" data-item={entry.id} tabIndex={-1}>
      <Avatar address={entry.address} />
      <div className="row-text">
        <p className="row-line">
          <EntryTitle entry={entry} /> <span>{messages.delivery.to(name)}</span>
        </p>
        <small>
          <span>{formatDelivery(messages, entry)}</span>
          {describeDelivery(messages, entry).map((sentence) => (
            <span key={sentence}>{sentence}</span>
          ))}
        </small>
      </div>
      <Button
        look="plain small"
        aria-label={`${messages.delivery.tryNow}: ${name}`}
        disabled={isTrying}
        onClick={onRetry}
        text={messages.delivery.tryNow}
      />
    </li>
  );
}

function EntryTitle({ entry: { kind, publication } }: { entry: OutboxEntry }): ReactElement {
  const messages = useMessages();
  if (kind !== "PUBLICATION") return <strong>{messages.delivery.kinds[kind]}</strong>;
  if (publication === null) return <strong>{messages.delivery.gone}</strong>;
  const title = publication.title || messages.signing.untitled;
  return <Link to={`/posts/delivery/${publication.id}`}>{title}</Link>;
}
