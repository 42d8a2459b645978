import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useSyncExternalStore } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { Button } from "../components/controls.tsx";
import { graphql } from "../graphql.ts";

/** How long a deletion can be undone, in milliseconds. */
const undoMs = 10_000;

/** Something that is hidden from lists, and not deleted on the node yet. */
export interface Deletion {
  readonly id: string;
  readonly title: string;
}

export interface Deletions {
  /** Deletions that can still be undone, in order. */
  pending(): readonly Deletion[];
  /** Deletes after a delay, unless it is undone. */
  begin(deletion: Deletion): void;
  takeBack(id: string): void;
  subscribe(listener: () => void): () => void;
}

/**
 * Delays deletions so that they can be undone. Closing the page cancels pending ones.
 *
 * @param destroy deletes on the node; if it fails, the item returns to the lists
 * @param onSettled called after each deletion
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

/** Shared by all views, so that deletions continue when the view changes. */
const deletionsOfClient = new WeakMap<QueryClient, Deletions>();

/** The console's pending deletions. */
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
  mutation DestroyPublication($input: DestroyPublicationInput!) { destroyPublication(input: $input) { id } }
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
          <Button look="plain" onClick={() => deletions.takeBack(id)} text={messages.undo} />
        </p>
      ))}
    </div>
  );
}
