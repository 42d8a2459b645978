import { graphql } from "@freehold/client";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { askField, mutation } from "../graphql.ts";
import { guardLeaving } from "../kept/leave-guard.ts";

/** Something that the owner deletes. */
export interface Deletable {
  readonly id: string;
  readonly title: string;
}

/** One deletion, of one thing or of several, until its note is closed. */
export interface Deletion {
  readonly key: number;
  readonly items: readonly Deletable[];
  /** `kept`: the node did not delete it. `back`: it was restored at another address. */
  readonly phase: "deleting" | "deleted" | "kept" | "restoring" | "back";
  /** The public files that nothing else refers to. */
  readonly files: readonly string[];
  /** Whether these are deleted, too. */
  readonly areFilesGone: boolean;
  /** Why the last step failed. */
  readonly problem: { readonly step: "files" | "restore"; readonly error: unknown } | null;
  /** Why it was not deleted. */
  readonly error: unknown;
}

/** The calls of the node. */
interface Trash {
  /** @returns the public files to which nothing refers any more */
  destroy(ids: readonly string[], deletedWith: string | null): Promise<readonly string[]>;
  /** @returns whether all have the addresses that they had */
  restore(ids: readonly string[]): Promise<boolean>;
}

/** How long "Undo" is offered, in milliseconds. */
const undoMs = 10_000;
/** The node deletes so many at once. */
const atOnce = 100;

interface DeletionOptions {
  readonly undoMs?: number;
  /** Reads lists again; it resolves when they are as the node has them. */
  readonly onSettled: () => unknown;
}

/** Deletes things on the node at once, hides them from lists meanwhile, and brings them back. */
export function createDeletions(trash: Trash, { undoMs: wait = undoMs, onSettled }: DeletionOptions) {
  let all: readonly Deletion[] = [];
  let last = 0;
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  const listeners = new Set<() => void>();
  const set = (next: readonly Deletion[]) => {
    all = next;
    for (const listener of listeners) listener();
  };
  const find = (key: number) => all.find((one) => one.key === key);
  const change = (key: number, patch: Partial<Deletion>) =>
    set(all.map((one) => (one.key === key ? { ...one, ...patch } : one)));
  const close = (key: number) => {
    clearTimeout(timers.get(key));
    timers.delete(key);
    set(all.filter((one) => one.key !== key));
  };
  const closeLater = (key: number) => {
    clearTimeout(timers.get(key));
    timers.set(
      key,
      setTimeout(() => close(key), wait),
    );
  };
  const add = (items: readonly Deletable[], phase: Deletion["phase"], error: unknown = null) => {
    last += 1;
    const deletion = { key: last, items, phase, files: [], areFilesGone: false, problem: null, error };
    set([...all, deletion]);
    return last;
  };
  /** Deletes what a deletion holds: of many, those that the node refuses become a deletion of their own. */
  const send = async (key: number) => {
    const items = find(key)?.items ?? [];
    const files: string[] = [];
    let done = 0;
    let problem: unknown = null;
    try {
      for (; done < items.length; done += atOnce) {
        const ids = items.slice(done, done + atOnce).map(({ id }) => id);
        files.push(...(await trash.destroy(ids, null)));
      }
    } catch (error) {
      problem = error;
    }
    await onSettled();
    const left = items.slice(done);
    if (left.length < items.length) {
      change(key, { items: items.slice(0, done), phase: "deleted", files });
      closeLater(key);
    } else close(key);
    if (left.length > 0) add(left, "kept", problem);
  };
  return {
    /** The deletions that have a note, in order. */
    all: () => all,
    /** Whether an item of a list is not deleted. */
    isShown: ({ id }: { readonly id: string }) =>
      !all.some(
        ({ items, phase }) => phase !== "kept" && phase !== "back" && items.some((one) => one.id === id),
      ),
    /** Whether a step is under way that takes several calls: one call survives the page, the next is not sent. */
    isInParts: () =>
      all.some(
        ({ items, phase }) => (phase === "deleting" || phase === "restoring") && items.length > atOnce,
      ),
    /** Deletes things that can be restored together. */
    async begin(items: readonly Deletable[]) {
      if (items.length > 0) await send(add(items, "deleting"));
    },
    /** Tries again what was not deleted. */
    async retry(key: number) {
      const items = find(key)?.items ?? [];
      close(key);
      if (items.length > 0) await send(add(items, "deleting"));
    },
    /** Deletes the files that nothing else refers to, as parts of what was deleted. */
    async takeFiles(key: number) {
      const { files = [], items = [] } = find(key) ?? {};
      clearTimeout(timers.get(key));
      try {
        await trash.destroy(files, items.length === 1 ? (items[0]?.id ?? null) : null);
        change(key, { areFilesGone: true, problem: null });
        await onSettled();
      } catch (error) {
        change(key, { problem: { step: "files", error } });
      }
      closeLater(key);
    },
    /** Restores what was deleted. @returns whether it is back */
    async takeBack(key: number): Promise<boolean> {
      const deletion = find(key);
      if (!deletion) return false;
      clearTimeout(timers.get(key));
      change(key, { phase: "restoring", problem: null });
      const { items, files, areFilesGone } = deletion;
      const ids = [...items.map(({ id }) => id), ...(areFilesGone ? files : [])];
      let isSame = true;
      try {
        for (let start = 0; start < ids.length; start += atOnce)
          isSame = (await trash.restore(ids.slice(start, start + atOnce))) && isSame;
      } catch (error) {
        change(key, { phase: "deleted", problem: { step: "restore", error } });
        await onSettled();
        return false;
      }
      await onSettled();
      if (isSame) close(key);
      else change(key, { phase: "back" });
      return true;
    },
    close,
    /** Closes the notes about something that was restored elsewhere. */
    forget(id: string) {
      for (const { key, items } of all) if (items.some((one) => one.id === id)) close(key);
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type Deletions = ReturnType<typeof createDeletions>;

/** Shared by all views, so that notes stay when the view changes. */
const deletionsOfClient = new WeakMap<QueryClient, Deletions>();

/** The deletions of posts and files. */
export function useDeletions(): Deletions {
  const client = useQueryClient();
  const deletions = deletionsOfClient.get(client) ?? openDeletions(client);
  useSyncExternalStore(deletions.subscribe, deletions.all);
  return deletions;
}

function openDeletions(client: QueryClient): Deletions {
  const onSettled = () =>
    client.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== "editor" });
  const deletions = createDeletions(
    {
      destroy: async (ids, deletedWith) => (await destroyPublications({ ids, deletedWith })).filesLeft,
      restore: async (publications) =>
        (await restoreFromTrash({ publications })).every(({ lostSlug }) => lostSlug === null),
    },
    { onSettled },
  );
  let endGuard: (() => void) | null = null;
  deletions.subscribe(() => {
    if (deletions.isInParts()) endGuard ??= guardLeaving(() => true);
    else {
      endGuard?.();
      endGuard = null;
    }
  });
  deletionsOfClient.set(client, deletions);
  return deletions;
}

const destroyPublications = mutation(
  graphql(
    "mutation DestroyPublications($input: DestroyPublicationsInput!) { destroyPublications(input: $input) { filesLeft } }",
  ),
);

/** Brings things back from the trash. */
export const restoreFromTrash = mutation(
  graphql(
    "mutation RestoreFromTrash($input: RestoreFromTrashInput!) { restoreFromTrash(input: $input) { id lostSlug } }",
  ),
);

const usesQuery = graphql(`query FileUses($ids: [ID!]!) {
  fileUses(ids: $ids) { id isAvatar isInStylesheet templates publications { id title state url } }
}`);

/** The uses of files of the owner, by the id of each file. @param ids up to 100 */
export async function readFileUses(ids: readonly string[], signal?: AbortSignal) {
  const uses = await askField(usesQuery, { ids }, signal);
  return new Map(uses.map((use) => [use.id, use]));
}
