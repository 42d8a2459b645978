import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { ask } from "../../ask.ts";
import { sayMoment } from "../../publications/say-moment.ts";
import { sayProblem } from "../../say-problem.ts";
import { MoreButton } from "../../shell/more-button.tsx";
import { useKeys } from "../../shell/use-keys.ts";
import { focusedItem, useListKeys } from "../../shell/use-list-keys.ts";
import { Trouble } from "../../trouble.tsx";
import { useWords } from "../../words/use-words.ts";
import { OutboxRow } from "./outbox-row.tsx";
import { type OutboxState, useOutbox } from "./use-outbox.ts";

/** Everything in one state, each with whom it is for, since when, and why. */
export function OutboxList({ state, count }: { state: OutboxState; count: number | null }): ReactElement {
  const words = useWords();
  const client = useQueryClient();
  const list = useOutbox(state);
  const entries = list.data ?? [];
  const oldest = state === "pending" ? entries[0] : undefined;
  const retry = useMutation({
    mutationFn: (id: string) => ask(mutation, { input: { id } }),
    onSettled: () => client.invalidateQueries(),
  });
  useKeys({
    r: () => {
      const id = focusedItem();
      if (id !== undefined) retry.mutate(id);
    },
  });
  useListKeys({ more: () => list.hasNextPage && void list.fetchNextPage() });
  return (
    <>
      <Trouble error={list.error} onRetry={() => void list.refetch()} />
      {list.isPending && <p className="stills" aria-busy="true" />}
      {list.data && entries.length === 0 && <p className="empty">{words.delivery.empty[state]}</p>}
      {oldest && count !== null && count > 0 && (
        <p className="hint">
          {words.delivery.oldest(count, sayMoment(Date.parse(oldest.createdAt), words.language))}
        </p>
      )}
      {retry.error && <p role="alert">{sayProblem(words, retry.error)}</p>}
      <ul className="rows">
        {entries.map((entry) => (
          <OutboxRow
            key={entry.id}
            entry={entry}
            isTrying={retry.isPending && retry.variables === entry.id}
            onRetry={() => retry.mutate(entry.id)}
          />
        ))}
      </ul>
      <MoreButton list={list} />
    </>
  );
}

const mutation = /* GraphQL */ `
  mutation RetryOutboxEntry($input: RetryOutboxEntryInput!) {
    retryOutboxEntry(input: $input)
  }
`;
