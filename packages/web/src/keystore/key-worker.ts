import {
  type Address,
  addressOfPrivateKey,
  digestOf,
  digestOfPersonalMessage,
  encryptKeystore,
  type Hex,
  KeystoreError,
  type KeystoreErrorCode,
  signDigestWith,
  type TypedData,
  toHex,
} from "@freehold/protocol";
import { type OpenedKey, openKeystore } from "@freehold/protocol/internal";
import { type SealedKey, sealKey, unsealKey } from "./passkey-lock.ts";
import { createKeyWithWords, keyOfWords, WordsError, type WordsProblem, wordsOf } from "./recovery-words.ts";

/** The key. It never leaves this worker, whose content security policy allows no connection, and ends with it. */
let openKey: OpenedKey | null = null;

addEventListener("message", async ({ data: request }: MessageEvent<KeyRequest>) => {
  const { id } = request;
  const reply = (message: KeyReply) => postMessage(message);
  try {
    reply({ id, done: await perform(request, (share) => reply({ id, share })) });
  } catch (error) {
    const failed = error instanceof KeystoreError ? error.code : null;
    reply({ id, failed, message: String((error as Error).message) });
  }
});

async function perform(request: KeyRequest, onProgress: (share: number) => void): Promise<Results> {
  switch (request.do) {
    case "make":
      openKey = createKeyWithWords();
      return { ...(await encrypt(request.password, onProgress)), words: wordsOf(openKey) };
    case "open":
      openKey = await openKeystore(request.file, request.password, onProgress);
      return describe(openKey);
    case "openWords":
      return openWords(request.words);
    case "encrypt":
      return await encrypt(request.password, onProgress);
    case "readWords":
      return wordsOf(await openKeystore(request.file, request.password, onProgress));
    case "findWrongWords": {
      const words = wordsOf(opened());
      return request.answers.filter(({ at, word }) => words[at] !== word).map(({ at }) => at);
    }
    case "seal":
      return await sealKey(toBytes(opened()), request.secret, describe(opened()).address);
    case "unseal":
      openKey = await unseal(request);
      return describe(openKey);
    case "signTypedData":
      return sign(digestOf(request.typedData));
    case "signMessage":
      return sign(digestOfPersonalMessage(request.message));
  }
}

function describe({ privateKey, entropy }: OpenedKey): KeyFacts {
  return { address: addressOfPrivateKey(privateKey), wordCount: ((entropy?.length ?? 0) / 4) * 3 };
}

/** The key file of the open key. */
async function encrypt(password: string, onProgress: (share: number) => void) {
  const { privateKey, entropy } = opened();
  const file = await encryptKeystore(privateKey, password, onProgress, entropy);
  return { ...describe(opened()), file };
}

function openWords(words: string): KeyFacts | WordsProblem {
  try {
    openKey = keyOfWords(words);
    return describe(openKey);
  } catch (error) {
    if (error instanceof WordsError) return error.problem;
    throw error;
  }
}

/** The bytes of a private key. */
const keyBytes = 32;

/** A key and the entropy of its words as one text of bytes. */
function toBytes({ privateKey, entropy }: OpenedKey): Uint8Array<ArrayBuffer> {
  return new Uint8Array([...privateKey, ...(entropy ?? [])]);
}

async function unseal({ address, sealed, secret }: KeyOperations["unseal"]["given"]): Promise<OpenedKey> {
  const bytes = await unsealKey(sealed, secret, address).catch(() => {
    throw new KeystoreError("WRONG_PASSWORD", "The passkey does not decrypt this key.");
  });
  const entropy = bytes.length > keyBytes ? bytes.slice(keyBytes) : null;
  return { privateKey: bytes.slice(0, keyBytes), entropy };
}

/** The open key. @throws KeystoreError KEYSTORE_CLOSED */
function opened(): OpenedKey {
  if (openKey === null) throw new KeystoreError("KEYSTORE_CLOSED", "No key file is open.");
  return openKey;
}

/** 65 bytes in hex, `v` 27 or 28. */
function sign(digest: Uint8Array): Hex {
  const { signature, recovery } = signDigestWith(opened().privateKey)(digest);
  return `${toHex(signature)}${(27 + recovery).toString(16)}` as Hex;
}

/** Requests of a page to the worker that holds the key, and their results. None contains the key itself. */
export interface KeyOperations {
  /** A new key with recovery words, encrypted under a password; the worker holds it from then on. */
  make: { readonly given: { readonly password: string }; readonly done: MadeKey };
  /** The key of a file. */
  open: { readonly given: { readonly file: string; readonly password: string }; readonly done: KeyFacts };
  /** The key of recovery words, or what is wrong with them. */
  openWords: { readonly given: { readonly words: string }; readonly done: KeyFacts | WordsProblem };
  /** A key file of the open key, with its words. */
  encrypt: {
    readonly given: { readonly password: string };
    readonly done: KeyFacts & { readonly file: string };
  };
  /** The recovery words of a file; the open key stays as it is. */
  readWords: {
    readonly given: { readonly file: string; readonly password: string };
    readonly done: readonly string[];
  };
  /** The places, from 0, at which the open key has another word. */
  findWrongWords: {
    readonly given: { readonly answers: readonly { readonly at: number; readonly word: string }[] };
    readonly done: readonly number[];
  };
  /** The open key, encrypted under a passkey's secret and bound to its address. */
  seal: { readonly given: { readonly secret: Uint8Array<ArrayBuffer> }; readonly done: SealedKey };
  /** The key that was encrypted so. */
  unseal: {
    readonly given: {
      readonly sealed: SealedKey;
      readonly secret: Uint8Array<ArrayBuffer>;
      readonly address: Address;
    };
    readonly done: KeyFacts;
  };
  /** A message of the protocol. */
  signTypedData: { readonly given: { readonly typedData: TypedData }; readonly done: Hex };
  /** A text, as `personal_sign` does it. */
  signMessage: { readonly given: { readonly message: string }; readonly done: Hex };
}

type Results = KeyOperations[keyof KeyOperations]["done"];

/** A key as a page sees it. */
export interface KeyFacts {
  readonly address: Address;
  /** How many recovery words it has; 0 where none are known. */
  readonly wordCount: number;
}

export interface MadeKey extends KeyFacts {
  /** The key file, to be saved. */
  readonly file: string;
  /** The recovery words, to be written down. */
  readonly words: readonly string[];
}

export type KeyRequest = {
  [Do in keyof KeyOperations]: { readonly id: number; readonly do: Do } & KeyOperations[Do]["given"];
}[keyof KeyOperations];

export type KeyReply =
  | { readonly id: number; readonly share: number }
  | { readonly id: number; readonly done: unknown }
  | { readonly id: number; readonly failed: KeystoreErrorCode | null; readonly message: string };
