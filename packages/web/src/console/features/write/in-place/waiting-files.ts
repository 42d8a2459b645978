import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { guardLeaving } from "../../../kept/leave-guard.ts";
import { onSessionEnd } from "../../../session-end.ts";

/** A file that the node does not have yet, as this browser keeps it. */
export interface WaitingFile {
  readonly key: string;
  /** The draft that it was added to; null for one that the node does not store yet. */
  readonly draft: string | null;
  /** The page that uploads it. */
  readonly page: string;
  /** Its place in the text. */
  readonly pos: number;
  readonly file: File;
  /** When it was added, in milliseconds. */
  readonly at: number;
}

interface Schema extends DBSchema {
  files: { key: string; value: WaitingFile };
}

/** This page; a lock of the browser with its name is held as long as it is open. */
const page = crypto.getRandomValues(new Uint32Array(4)).join("-");
const lockName = (name: string) => `freehold:files:${name}`;

const listeners = new Set<() => void>();
/** The files of this page that are not uploaded. */
const waiting = new Set<string>();
let database: Promise<IDBPDatabase<Schema>> | null = null;

async function openDatabase(): Promise<IDBPDatabase<Schema>> {
  if (database === null && "locks" in navigator)
    void navigator.locks.request(lockName(page), () => new Promise(() => {})).catch(() => {});
  database ??= openDB<Schema>("freehold:files", 1, {
    upgrade: (db) => void db.createObjectStore("files", { keyPath: "key" }),
  });
  return await database;
}

/** Changes what is kept. What can't be stored is not stored; the upload does not depend on it. */
async function change(act: (db: IDBPDatabase<Schema>) => Promise<unknown>): Promise<void> {
  await openDatabase()
    .then(act)
    .catch(() => {});
}

function count(act: () => void): void {
  act();
  for (const listener of listeners) listener();
}

/** Keeps a file until it is in a text. @returns its key */
export function keepFile(file: File, { draft, pos }: Pick<WaitingFile, "draft" | "pos">): string {
  const key = crypto.getRandomValues(new Uint32Array(4)).join("-");
  count(() => waiting.add(key));
  void change((db) => db.put("files", { key, draft, page, pos, file, at: Date.now() }));
  return key;
}

/** Forgets a file that is in the text, or that the owner took away. */
export function dropFile(key: string): void {
  count(() => waiting.delete(key));
  void change((db) => db.delete("files", key));
}

/** Leaves a file to the next editor of its draft. */
export function leaveFile(key: string): void {
  count(() => waiting.delete(key));
}

/** Takes the files that earlier pages did not upload to a draft, in the order in which they were added. */
export async function takeFiles(draft: string | null): Promise<WaitingFile[]> {
  try {
    const db = await openDatabase();
    const { held = [] } = "locks" in navigator ? await navigator.locks.query() : {};
    const open = new Set(held.map(({ name }) => name));
    const found = (await db.getAll("files")).filter(
      (one) =>
        one.draft === draft && !waiting.has(one.key) && (one.page === page || !open.has(lockName(one.page))),
    );
    await Promise.all(found.map((one) => db.put("files", { ...one, page })));
    count(() => {
      for (const { key } of found) waiting.add(key);
    });
    return found.sort((a, b) => a.at - b.at);
  } catch {
    return [];
  }
}

/** The new draft of this page is stored: its files belong to it. */
export async function placeFiles(draft: string): Promise<void> {
  await change(async (db) => {
    const own = (await db.getAll("files")).filter(
      (one) => one.page === page && one.draft === null && waiting.has(one.key),
    );
    await Promise.all(own.map((one) => db.put("files", { ...one, draft })));
  });
}

/** Removes every file from this browser, after signing out. */
export async function forgetFiles(): Promise<void> {
  count(() => waiting.clear());
  await change((db) => db.clear("files"));
}

/** The number of files in open texts that the node does not have yet. */
export const countWaiting = (): number => waiting.size;

export function subscribeWaiting(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

onSessionEnd(() => count(() => waiting.clear()));

guardLeaving(() => waiting.size > 0);
