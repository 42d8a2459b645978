import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useSyncExternalStore } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { graphql } from "../graphql.ts";

/** How long a deletion can be taken back, in milliseconds. */
const undoMs = 10_000;

/** Something that is gone from the lists, and not yet from the node. */
export interface Deletion {
  readonly id: string;
  readonly title: string;
}

export interface Deletions {
  /** Those that can still be taken back, in the order in which they came. */
  pending(): readonly Deletion[];
  /** Deletes after a while, unless it is taken back. */
  begin(deletion: Deletion): void;
  takeBack(id: string): void;
  subscribe(listener: () => void): () => void;
}

/**
 * Keeps deletions until they can't be taken back any more; a page that is closed before leaves all as it was.
 *
 * @param destroy what deletes at last; where it fails, the thing stands in the lists again
 * @param onSettled is called after each
 */
export function createDeletions(
  destroy: (id: string) => Promise<unknown>,
  onSettled: () => unknown,
  waitMs: number = undoMs,
): Deletions {
  let pending: readonly Deletion[] = [];
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const listeners = new Set<() => void>();
  const set = (next: readonly Deletion[]) => {
    pending = next;
    for (const listener of listeners) listener();
  };
  const forget = (id: string) => {
    clearTimeout(timers.get(id));
    timers.delete(id);
    set(pending.filter((one) => one.id !== id));
  };
  const finish = async (id: string) => {
    try {
      await destroy(id);
    } finally {
      await onSettled();
      forget(id);
    }
  };
  return {
    pending: () => pending,
    begin(deletion) {
      if (timers.has(deletion.id)) return;
      const run = () => void finish(deletion.id).catch(() => {});
      timers.set(deletion.id, setTimeout(run, waitMs));
      set([...pending, deletion]);
    },
    takeBack: forget,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Deletions go on while one is at another place of the console. */
const deletionsOfClient = new WeakMap<QueryClient, Deletions>();

/** The console's deletions, and which of them can still be taken back. */
export function useDeletions(): Deletions {
  const client = useQueryClient();
  const deletions = deletionsOfClient.get(client) ?? openDeletions(client);
  useSyncExternalStore(deletions.subscribe, deletions.pending);
  return deletions;
}

function openDeletions(client: QueryClient): Deletions {
  const deletions = createDeletions(
    (id) => graphql(destroyMutation, { input: { id } }),
    () => client.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== "editor" }),
  );
  deletionsOfClient.set(client, deletions);
  return deletions;
}

const destroyMutation = /* GraphQL */ `
  mutation DestroyPublication($input: DestroyPublicationInput!) {
    destroyPublication(input: $input) {
      id
    }
  }
`;

/** What was deleted a moment ago, and the way back. */
export function UndoDeletions(): ReactElement {
  const messages = useMessages();
  const deletions = useDeletions();
  return (
    <div className="undo" role="status">
      {deletions.pending().map(({ id, title }) => (
        <p key={id}>
          <span>{messages.posts.deleted(title || messages.signing.untitled)}</span>
          <button type="button" className="plain" onClick={() => deletions.takeBack(id)}>
            {messages.undo}
          </button>
        </p>
      ))}
    </div>
  );
}
