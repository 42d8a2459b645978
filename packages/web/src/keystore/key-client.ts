import { type Address, KeystoreError } from "@freehold/protocol";
import type { KeyOperations, KeyReply } from "./key-worker.ts";

/** How long a key that nobody uses is kept, in milliseconds. */
const idleMs = 15 * 60_000;

type OnProgress = (share: number) => void;

/** Where this page's key is, while there is one. */
interface Held {
  readonly worker: Worker;
  readonly pending: Map<number, Pending>;
}

interface Pending {
  readonly resolve: (done: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: OnProgress;
}

let held: Held | null = null;
let address: Address | null = null;
let nextId = 1;
let idle: ReturnType<typeof setTimeout> | undefined;

/** The address of the key that is open in this page, or null. */
export function openedKey(): Address | null {
  return address;
}

/**
 * Makes a key and holds it.
 *
 * @returns its address, and the key file that has to be saved
 */
export async function makeKey(password: string, onProgress: OnProgress) {
  const made = await callWorker("make", { password }, onProgress);
  setAddress(made.address);
  return made;
}

/**
 * Opens a key file and holds its key until `putKeyAway`, the end of the page, or a quarter of an hour without use.
 *
 * @param wanted the address that it must have; null for any
 * @throws KeystoreError
 */
export async function openKeyFile(
  given: { readonly file: string; readonly password: string; readonly wanted: Address | null },
  onProgress: OnProgress,
): Promise<Address> {
  const { file, password, wanted } = given;
  const found = await callWorker("open", { file, password }, onProgress);
  if (wanted !== null && found !== wanted) {
    closeKey();
    throw new KeystoreError("KEYSTORE_OTHER_KEY", "The key file holds another key.");
  }
  setAddress(found);
  return found;
}

/** Signs with the key that is open. Throws KeystoreError KEYSTORE_CLOSED when none is. */
export async function signWithKey<Do extends "signTypedData" | "signMessage">(
  what: Do,
  given: KeyOperations[Do]["given"],
): Promise<KeyOperations[Do]["done"]> {
  if (address === null) throw closed();
  return await callWorker(what, given);
}

/** Ends the worker, and the key with it. */
export function closeKey(): void {
  const gone = held;
  held = null;
  gone?.worker.terminate();
  for (const { reject } of gone?.pending.values() ?? []) reject(closed());
  setAddress(null);
}

function closed(): KeystoreError {
  return new KeystoreError("KEYSTORE_CLOSED", "No key file is open.");
}

function setAddress(next: Address | null): void {
  address = next;
  stayAwake();
}

function stayAwake(): void {
  clearTimeout(idle);
  if (held !== null) idle = setTimeout(closeKey, idleMs);
}

function callWorker<Do extends keyof KeyOperations>(
  what: Do,
  given: KeyOperations[Do]["given"],
  onProgress: OnProgress = () => {},
): Promise<KeyOperations[Do]["done"]> {
  held ??= startWorker();
  stayAwake();
  const id = nextId++;
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  held.pending.set(id, { resolve, reject, onProgress });
  held.worker.postMessage({ id, do: what, ...given });
  return promise as Promise<KeyOperations[Do]["done"]>;
}

function startWorker(): Held {
  const worker = new Worker(new URL("./key-worker.ts", import.meta.url), { type: "module", name: "key" });
  const pending: Held["pending"] = new Map();
  worker.onmessage = ({ data }: MessageEvent<KeyReply>) => {
    const waiting = pending.get(data.id);
    if (!waiting) return;
    if ("share" in data) return waiting.onProgress(data.share);
    pending.delete(data.id);
    if ("done" in data) waiting.resolve(data.done);
    else
      waiting.reject(
        data.failed === null ? new Error(data.message) : new KeystoreError(data.failed, data.message),
      );
  };
  worker.onerror = () => closeKey();
  // A page that is kept for the way back keeps its workers: the key goes all the same.
  addEventListener("pagehide", closeKey, { once: true });
  return { worker, pending };
}
