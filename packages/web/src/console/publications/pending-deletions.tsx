import { graphql } from "@freehold/client";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useSyncExternalStore } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { UndoNotes } from "../components/undo-note.tsx";
import { askField, mutation } from "../graphql.ts";

/** How long a deletion can be undone, in milliseconds. */
const undoMs = 10_000;

/** Something that is hidden from lists, and not deleted on the node yet. */
interface Deletion {
  readonly id: string;
  readonly title: string;
  /** How many public files it refers to that nothing else does; they stay public. */
  readonly files?: number;
  /** Whether these files are deleted with it. */
  readonly withFiles?: boolean;
}

interface DeletionOptions {
  readonly waitMs?: number;
  /** How many public files an item refers to that nothing else does. */
  readonly countFiles?: (id: string) => Promise<number>;
}

/**
 * Delays deletions so that they can be undone. Closing the page cancels pending ones.
 *
 * @param destroy deletes on the node; if it fails, the item returns to the lists
 * @param onSettled called after each deletion
 */
export function createDeletions(
  destroy: (id: string, withFiles: boolean) => Promise<unknown>,
  onSettled: () => unknown,
  { waitMs = undoMs, countFiles = async () => 0 }: DeletionOptions = {},
) {
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
  const change = (id: string, patch: Partial<Deletion>) =>
    set(pending.map((one) => (one.id === id ? { ...one, ...patch } : one)));
  const finish = async (id: string) => {
    try {
      await destroy(id, pending.find((one) => one.id === id)?.withFiles === true);
    } finally {
      await onSettled();
      forget(id);
    }
  };
  return {
    /** Deletions that can still be undone, in order. */
    pending: () => pending,
    /** Whether an item of a list is not deleted. */
    isShown: ({ id }: { readonly id: string }) => !timers.has(id),
    /** Deletes after a delay, unless it is undone. */
    begin(deletion: Deletion) {
      if (timers.has(deletion.id)) return;
      const run = () => void finish(deletion.id).catch(() => {});
      timers.set(deletion.id, setTimeout(run, waitMs));
      set([...pending, deletion]);
      // Without an answer they stay, and the owner sees no message about them.
      countFiles(deletion.id).then(
        (files) => change(deletion.id, { files }),
        () => {},
      );
    },
    /** Deletes the files of a pending deletion with it. */
    takeFiles: (id: string) => change(id, { withFiles: true }),
    takeBack: forget,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

type Deletions = ReturnType<typeof createDeletions>;

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
    (id, withFiles) => destroyPublication({ id, withFiles }),
    () => client.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== "editor" }),
    { countFiles },
  );
  deletionsOfClient.set(client, deletions);
  return deletions;
}

async function countFiles(id: string): Promise<number> {
  const files = await askField(filesQuery, { id });
  return files.filter(({ isShared }) => !isShared).length;
}

const filesQuery = graphql("query FilesOfPost($id: ID!) { filesOfPost(id: $id) { isShared } }");
const destroyPublication = mutation(
  graphql(
    "mutation DestroyPublication($input: DestroyPublicationInput!) { destroyPublication(input: $input) { id } }",
  ),
);

/** The posts that were just deleted, with a button to bring them back. */
export function UndoDeletions(): ReactElement {
  const messages = useMessages();
  const deletions = useDeletions();
  const { posts } = messages;
  const done = deletions.pending().map(({ id, title, files = 0, withFiles = false }) => {
    const about = files === 0 ? "" : ` ${withFiles ? posts.filesGo : posts.filesStay(files)}`;
    return {
      id,
      text: `${posts.deleted(title || messages.signing.untitled)}${about}`,
      undo: () => deletions.takeBack(id),
      ...(files > 0 &&
        !withFiles && { more: { text: posts.deleteFiles(files), act: () => deletions.takeFiles(id) } }),
    };
  });
  return <UndoNotes done={done} />;
}
