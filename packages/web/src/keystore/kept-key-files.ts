import type { Address } from "@freehold/protocol";
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { PasskeyLock } from "./passkey-lock.ts";

/** An encrypted key file in this browser's storage (decision 0043). Neither its password nor its key is stored. */
export interface KeptKeyFile {
  /** The address of the key that the file opened; the address that the file names itself is not trusted. */
  readonly address: Address;
  /** The content of the file. */
  readonly file: string;
  /** When it was kept, in milliseconds. */
  readonly keptAt: number;
  /** The key once more, encrypted for a passkey; null without one. */
  readonly passkey: PasskeyLock | null;
}

interface Schema extends DBSchema {
  files: { key: Address; value: KeptKeyFile };
}

let database: Promise<IDBPDatabase<Schema>> | null = null;

async function openDatabase(): Promise<IDBPDatabase<Schema>> {
  database ??= openDB<Schema>("freehold:key-files", 1, {
    upgrade: (db) => void db.createObjectStore("files", { keyPath: "address" }),
  });
  return await database;
}

/** The key files that are kept in this browser, the newest first; none where the browser stores nothing. */
export async function readKeptFiles(): Promise<readonly KeptKeyFile[]> {
  try {
    const files = await (await openDatabase()).getAll("files");
    return files.sort((a, b) => b.keptAt - a.keptAt);
  } catch {
    return [];
  }
}

/**
 * The kept key file of an address.
 *
 * @param wanted null for the file that was kept last
 */
export async function readKeptFile(wanted: Address | null): Promise<KeptKeyFile | null> {
  const files = await readKeptFiles();
  return files.find(({ address }) => wanted === null || address === wanted) ?? null;
}

/**
 * Keeps a key file that was opened, in place of an older one of its address. A passkey stays: it unlocks the same key.
 *
 * @returns whether the browser stored it
 */
export async function keepKeyFile(address: Address, file: string): Promise<boolean> {
  const before = await readKeptFile(address);
  return await write({ address, file, keptAt: Date.now(), passkey: before?.passkey ?? null });
}

/** Adds a passkey to a kept file, or removes it. @returns false if there is no such file, or it was not stored */
export async function setPasskeyLock(address: Address, passkey: PasskeyLock | null): Promise<boolean> {
  const kept = await readKeptFile(address);
  return kept !== null && (await write({ ...kept, passkey }));
}

/** Removes the key file of an address, and its passkey. @throws DOMException where the browser refuses */
export async function forgetKeyFile(address: Address): Promise<void> {
  await (await openDatabase()).delete("files", address);
}

async function write(kept: KeptKeyFile): Promise<boolean> {
  try {
    await (await openDatabase()).put("files", kept);
    return true;
  } catch {
    return false;
  }
}

/** The answer to "Keep the file in this browser", in this browser's storage. */
const answerKey = "freehold:keep-key-file";

/** Whether the owner wants key files kept: yes until the owner says no. */
export function wantsKeptFiles(): boolean {
  try {
    return localStorage.getItem(answerKey) !== "no";
  } catch {
    // A browser that stores no answer stores no file.
    return false;
  }
}

/** Remembers the answer, so that it is not asked for again. */
export function rememberAnswer(isKept: boolean): void {
  try {
    if (isKept) localStorage.removeItem(answerKey);
    else localStorage.setItem(answerKey, "no");
  } catch {
    // It is asked for again.
  }
}
