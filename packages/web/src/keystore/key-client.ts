import { type Address, KeystoreError } from "@freehold/protocol";
import type { KeyOperations, KeyReply } from "./key-worker.ts";

/** After this time without use the key is closed. */
const idleMs = 15 * 60_000;

type OnProgress = (share: number) => void;

interface Call {
  readonly resolve: (done: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: OnProgress;
}

/** The worker that has this page's key, its unanswered calls, and the key's address once it is open. */
let worker: Worker | null = null;
const calls = new Map<number, Call>();
let address: Address | null = null;

let nextId = 1;
let idle: ReturnType<typeof setTimeout> | undefined;

/** The address of the key that is open in this page, or null. */
export function openedKey(): Address | null {
  return address;
}

/**
 * Makes a key and opens it.
 *
 * @returns its address, and the key file that has to be saved
 */
export async function makeKey(password: string, onProgress: OnProgress) {
  const made = await callWorker("make", { password }, onProgress);
  address = made.address;
  return made;
}

/**
 * Opens a key file until `closeKey`, the end of the page, or a quarter of an hour without use.
 *
 * @param wanted the address that it must have; null for any
 * @throws KeystoreError
 */
export async function openKeyFile(
  { wanted, ...given }: { readonly file: string; readonly password: string; readonly wanted: Address | null },
  onProgress: OnProgress,
): Promise<Address> {
  const found = await callWorker("open", given, onProgress);
  if (wanted !== null && found !== wanted) {
    closeKey();
    throw new KeystoreError("KEYSTORE_OTHER_KEY", "The key file holds another key.");
  }
  address = found;
  return found;
}

/** Signs with the open key. @throws KeystoreError KEYSTORE_CLOSED if there is none */
export async function signWithKey<Do extends "signTypedData" | "signMessage">(
  what: Do,
  given: KeyOperations[Do]["given"],
): Promise<KeyOperations[Do]["done"]> {
  if (address === null) throw closed();
  return await callWorker(what, given);
}

/** Ends the worker, and the key with it. */
export function closeKey(): void {
  clearTimeout(idle);
  worker?.terminate();
  worker = null;
  address = null;
  for (const { reject } of calls.values()) reject(closed());
  calls.clear();
}

function closed(): KeystoreError {
  return new KeystoreError("KEYSTORE_CLOSED", "No key file is open.");
}

function restartIdleTimer(): void {
  clearTimeout(idle);
  idle = setTimeout(closeKey, idleMs);
}

function callWorker<Do extends keyof KeyOperations>(
  what: Do,
  given: KeyOperations[Do]["given"],
  onProgress: OnProgress = () => {},
): Promise<KeyOperations[Do]["done"]> {
  worker ??= startWorker();
  restartIdleTimer();
  const id = nextId++;
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  calls.set(id, { resolve, reject, onProgress });
  worker.postMessage({ id, do: what, ...given });
  return promise as Promise<KeyOperations[Do]["done"]>;
}

function startWorker(): Worker {
  const started = new Worker(new URL("./key-worker.ts", import.meta.url), { type: "module", name: "key" });
  started.onmessage = ({ data }: MessageEvent<KeyReply>) => {
    const call = calls.get(data.id);
    if (!call) return;
    if ("share" in data) return call.onProgress(data.share);
    calls.delete(data.id);
    restartIdleTimer();
    if ("done" in data) return call.resolve(data.done);
    const { failed, message } = data;
    call.reject(failed === null ? new Error(message) : new KeystoreError(failed, message));
  };
  started.onerror = closeKey;
  // A browser may keep a page and its workers for the Back button; the key is closed all the same.
  addEventListener("pagehide", closeKey, { once: true });
  return started;
}
