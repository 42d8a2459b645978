import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { DraftText, SavedDraft } from "./draft-store.ts";

/** The content of an editor, as this browser keeps it. */
interface CopiedText {
  readonly text: DraftText;
  /** The draft as the editor knew it; null for a new one. */
  readonly draft: SavedDraft | null;
  /** The text that was sent to the node, until it answers. */
  readonly sent?: DraftText | null;
  /** Whether the node stores all of the text. */
  readonly isSaved: boolean;
}

/** The text of an editor in this browser's storage. */
export interface DraftCopy extends CopiedText {
  readonly key: string;
  /** When it was typed, in milliseconds. */
  readonly at: number;
}

/** The copy of one editor. */
export type CopyWriter = ReturnType<typeof createCopy>;

/** A copy that another editor left behind, and its writer. */
export interface TakenCopy {
  readonly found: DraftCopy;
  readonly writer: CopyWriter;
}

interface Schema extends DBSchema {
  copies: { key: string; value: DraftCopy };
}

const lockName = (key: string) => `freehold:draft:${key}`;

let database: Promise<IDBPDatabase<Schema>> | null = null;

async function openDatabase(): Promise<IDBPDatabase<Schema>> {
  database ??= openDB<Schema>("freehold:drafts", 1, {
    upgrade: (db) => void db.createObjectStore("copies", { keyPath: "key" }),
  });
  return await database;
}

/**
 * A copy that follows an editor. As long as it is open no other editor takes it: a lock of the browser is held, which
 * ends with the page. What can't be stored is not stored; the editor does not depend on it.
 */
export function createCopy(key: string = createKey()) {
  const open = Promise.withResolvers<void>();
  const held = holdLock(key, open.promise);
  let next: DraftCopy | "remove" | null = null;
  let running: Promise<void> | null = null;
  const run = async () => {
    try {
      await held;
      const db = await openDatabase();
      for (let step = next; step !== null; step = next) {
        next = null;
        await (step === "remove" ? db.delete("copies", key) : db.put("copies", step));
      }
    } catch {
      next = null;
    }
    running = null;
  };
  const apply = (step: DraftCopy | "remove"): Promise<void> => {
    next = step;
    running ??= run();
    return running;
  };
  return {
    key,
    write: (content: CopiedText) => apply({ ...content, key, at: Date.now() }),
    remove: () => apply("remove"),
    /** Leaves the copy to the next editor. */
    async close(): Promise<void> {
      await running;
      open.resolve();
    },
  };
}

/** `crypto.randomUUID` is missing on pages without encryption. */
function createKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}

/** @returns when the lock is held; at once where there are none */
function holdLock(key: string, until: Promise<void>): Promise<void> {
  const held = Promise.withResolvers<void>();
  if (!("locks" in navigator)) held.resolve();
  else {
    const hold = () => {
      held.resolve();
      return until;
    };
    navigator.locks.request(lockName(key), hold).catch(() => held.resolve());
  }
  return held.promise;
}

/** The names of all held locks. */
async function listHeld(): Promise<(string | undefined)[]> {
  const { held = [] } = "locks" in navigator ? await navigator.locks.query() : {};
  return held.map(({ name }) => name);
}

/** The copies that no open editor holds, the newest first; none where the browser stores nothing. */
async function listAbandoned(): Promise<DraftCopy[]> {
  try {
    const db = await openDatabase();
    // An editor may open or end while the copies are read.
    const before = await listHeld();
    const copies = await db.getAll("copies");
    const names = new Set([...before, ...(await listHeld())]);
    return copies.filter(({ key }) => !names.has(lockName(key))).sort((a, b) => b.at - a.at);
  } catch {
    return [];
  }
}

/** Takes the newest copy of a draft that no open editor holds; of a new one, only text that the node does not store. */
export async function takeCopy(draftId: string | null): Promise<TakenCopy | null> {
  const copies = await listAbandoned();
  const found = copies.find(({ draft, isSaved }) => (draft?.id ?? null) === draftId && (draft || !isSaved));
  return found ? { found, writer: createCopy(found.key) } : null;
}

/** Every copy, also those of open editors. */
export async function listCopies(): Promise<DraftCopy[]> {
  return await openDatabase().then(
    (db) => db.getAll("copies"),
    () => [],
  );
}

/** Removes copies of texts that the node stores and that no editor has open; with `all`, every copy. */
export async function clearCopies({ all }: { readonly all: boolean }): Promise<void> {
  const copies = all ? await listCopies() : (await listAbandoned()).filter(({ isSaved }) => isSaved);
  if (copies.length === 0) return;
  const db = await openDatabase();
  await Promise.all(copies.map(({ key }) => db.delete("copies", key)));
}
