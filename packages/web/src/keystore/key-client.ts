import { type Address, KeystoreError } from "@freehold/protocol";
import type { KeyFacts, KeyOperations, KeyReply } from "./key-worker.ts";
import type { SealedKey } from "./passkey-lock.ts";
import type { WordsProblem } from "./recovery-words.ts";
import { unlockedKey } from "./unlocked-key.ts";
import { wordsCheck } from "./words-check.ts";

/** How long a key stays open if its owner asked for it, and one that was just made. */
const keptMs = 15 * 60_000;

/** How long a key waits for the next message of its task. */
const taskMs = 2 * 60_000;

type OnProgress = (share: number) => void;

/** How a key is opened. */
interface Opening {
  /** The address that it must have; null for any. */
  readonly wanted: Address | null;
  /** Whether it stays open for 15 minutes; else it does for one task. */
  readonly keep: boolean;
}

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
let timer: ReturnType<typeof setTimeout> | undefined;
/** When the key is closed, in milliseconds: timers stand still while a machine sleeps. */
let closesAt = 0;
/** Whether the key outlives the task that it was opened for. */
let isKept = false;

/** The address of the key that is open in this page, or null. */
export function openedKey(): Address | null {
  if (address !== null && Date.now() >= closesAt) closeKey();
  return address;
}

/**
 * Makes a key and opens it.
 *
 * @returns its address, its recovery words, and the key file that has to be saved
 */
export async function makeKey(password: string, onProgress: OnProgress) {
  const made = await callWorker("make", { password }, onProgress);
  take(made, { wanted: null, keep: true });
  return made;
}

/**
 * Opens a key file, in the memory of this page alone, until `closeKey` or the end of the page; for one task, or for 15
 * minutes if the owner asked for that.
 *
 * @throws KeystoreError
 */
export async function openKeyFile(
  { file, password, ...opening }: Opening & { readonly file: string; readonly password: string },
  onProgress: OnProgress,
): Promise<Address> {
  return take(await callWorker("open", { file, password }, onProgress), opening);
}

/**
 * Opens a key that `sealOpenKey` encrypted, for as long as `openKeyFile` does.
 *
 * @throws KeystoreError WRONG_PASSWORD if the passkey's secret does not decrypt it; KEYSTORE_OTHER_KEY
 */
export async function openSealedKey(
  given: KeyOperations["unseal"]["given"],
  opening: Opening,
): Promise<Address> {
  return take(await callWorker("unseal", given), opening);
}

/**
 * Opens the key of recovery words, for as long as `openKeyFile` does.
 *
 * @returns its address, or what is wrong with the words
 * @throws KeystoreError KEYSTORE_OTHER_KEY
 */
export async function openWords(words: string, opening: Opening): Promise<Address | WordsProblem> {
  const answer = await callWorker("openWords", { words });
  return "kind" in answer ? answer : take(answer, opening);
}

/** Encrypts the open key as a key file, with its words. @throws KeystoreError KEYSTORE_CLOSED if there is none */
export async function encryptOpenKey(password: string, onProgress: OnProgress) {
  if (openedKey() === null) throw closed();
  return await callWorker("encrypt", { password }, onProgress);
}

/** The recovery words of a key file. @throws KeystoreError WRONG_PASSWORD, WORDS_MISSING */
export async function readWords(file: string, password: string, onProgress: OnProgress) {
  return await callWorker("readWords", { file, password }, onProgress);
}

/**
 * Compares words with those of the open key.
 *
 * @returns the places, from 0, at which the key has another word
 * @throws KeystoreError KEYSTORE_CLOSED, WORDS_MISSING
 */
export async function findWrongWords(answers: KeyOperations["findWrongWords"]["given"]["answers"]) {
  if (openedKey() === null) throw closed();
  return await callWorker("findWrongWords", { answers });
}

/** Encrypts the open key under a passkey's secret. @throws KeystoreError KEYSTORE_CLOSED if there is none */
export async function sealOpenKey(secret: Uint8Array<ArrayBuffer>): Promise<SealedKey> {
  if (openedKey() === null) throw closed();
  return await callWorker("seal", { secret });
}

/** The worker has opened a key: it stays if it is the wanted one. */
function take({ address: found, wordCount }: KeyFacts, { wanted, keep }: Opening): Address {
  if (wanted !== null && found !== wanted) {
    closeKey();
    throw new KeystoreError("KEYSTORE_OTHER_KEY", "The key file holds another key.");
  }
  if (wordCount > 0) wordsCheck.begin(found, wordCount);
  address = found;
  isKept = keep;
  closeIn(keep ? keptMs : taskMs);
  return found;
}

/** A task has all its signatures, or was given up: closes a key that was opened for it alone. */
export function endKeyTask(): void {
  if (!isKept) closeKey();
}

/** Signs with the open key. @throws KeystoreError KEYSTORE_CLOSED if there is none */
export async function signWithKey<Do extends "signTypedData" | "signMessage">(
  what: Do,
  given: KeyOperations[Do]["given"],
): Promise<KeyOperations[Do]["done"]> {
  if (openedKey() === null) throw closed();
  const done = await callWorker(what, given);
  if (!isKept) closeIn(taskMs);
  return done;
}

/** Ends the worker, and the key with it. */
export function closeKey(): void {
  clearTimeout(timer);
  worker?.terminate();
  worker = null;
  address = null;
  isKept = false;
  unlockedKey.set(null);
  for (const { reject } of calls.values()) reject(closed());
  calls.clear();
}

function closed(): KeystoreError {
  return new KeystoreError("KEYSTORE_CLOSED", "No key file is open.");
}

function closeIn(ms: number): void {
  clearTimeout(timer);
  closesAt = Date.now() + ms;
  timer = setTimeout(closeKey, ms);
  unlockedKey.set(isKept ? { until: closesAt, lock: closeKey } : null);
}

function callWorker<Do extends keyof KeyOperations>(
  what: Do,
  given: KeyOperations[Do]["given"],
  onProgress: OnProgress = () => {},
): Promise<KeyOperations[Do]["done"]> {
  worker ??= startWorker();
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
    if ("done" in data) return call.resolve(data.done);
    const { failed, message } = data;
    call.reject(failed === null ? new Error(message) : new KeystoreError(failed, message));
  };
  started.onerror = closeKey;
  // A browser may keep a page and its workers for the Back button; the key is closed all the same.
  addEventListener("pagehide", closeKey, { once: true });
  return started;
}
