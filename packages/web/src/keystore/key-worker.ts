import {
  type Address,
  addressOfPrivateKey,
  createPrivateKey,
  decryptKeystore,
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
import { type SealedKey, sealKey, unsealKey } from "./passkey-lock.ts";

/** The key. It never leaves this worker, whose content security policy allows no connection, and ends with it. */
let openKey: Uint8Array<ArrayBuffer> | null = null;

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
      return await make(request.password, onProgress);
    case "open":
      openKey = await decryptKeystore(request.file, request.password, onProgress);
      return addressOfPrivateKey(openKey);
    case "seal":
      return await sealKey(opened(), request.secret, addressOfPrivateKey(opened()));
    case "unseal":
      openKey = await unseal(request);
      return addressOfPrivateKey(openKey);
    case "signTypedData":
      return sign(digestOf(request.typedData));
    case "signMessage":
      return sign(digestOfPersonalMessage(request.message));
  }
}

async function make(password: string, onProgress: (share: number) => void): Promise<MadeKey> {
  const key = createPrivateKey();
  const file = await encryptKeystore(key, password, onProgress);
  openKey = key;
  return { address: addressOfPrivateKey(key), file };
}

async function unseal({ address, sealed, secret }: KeyOperations["unseal"]["given"]) {
  return await unsealKey(sealed, secret, address).catch(() => {
    throw new KeystoreError("WRONG_PASSWORD", "The passkey does not decrypt this key.");
  });
}

/** The open key. @throws KeystoreError KEYSTORE_CLOSED */
function opened(): Uint8Array<ArrayBuffer> {
  if (openKey === null) throw new KeystoreError("KEYSTORE_CLOSED", "No key file is open.");
  return openKey;
}

/** 65 bytes in hex, `v` 27 or 28. */
function sign(digest: Uint8Array): Hex {
  const { signature, recovery } = signDigestWith(opened())(digest);
  return `${toHex(signature)}${(27 + recovery).toString(16)}` as Hex;
}

/** Requests of a page to the worker that holds the key, and their results. None contains the key itself. */
export interface KeyOperations {
  /** A new key, encrypted under a password; the worker holds it from then on. */
  make: { readonly given: { readonly password: string }; readonly done: MadeKey };
  /** The key of a file. */
  open: { readonly given: { readonly file: string; readonly password: string }; readonly done: Address };
  /** The open key, encrypted under a passkey's secret and bound to its address. */
  seal: { readonly given: { readonly secret: Uint8Array<ArrayBuffer> }; readonly done: SealedKey };
  /** The key that was encrypted so. */
  unseal: {
    readonly given: {
      readonly sealed: SealedKey;
      readonly secret: Uint8Array<ArrayBuffer>;
      readonly address: Address;
    };
    readonly done: Address;
  };
  /** A message of the protocol. */
  signTypedData: { readonly given: { readonly typedData: TypedData }; readonly done: Hex };
  /** A text, as `personal_sign` does it. */
  signMessage: { readonly given: { readonly message: string }; readonly done: Hex };
}

type Results = KeyOperations[keyof KeyOperations]["done"];

export interface MadeKey {
  readonly address: Address;
  /** The key file, to be saved. */
  readonly file: string;
}

export type KeyRequest = {
  [Do in keyof KeyOperations]: { readonly id: number; readonly do: Do } & KeyOperations[Do]["given"];
}[keyof KeyOperations];

export type KeyReply =
  | { readonly id: number; readonly share: number }
  | { readonly id: number; readonly done: unknown }
  | { readonly id: number; readonly failed: KeystoreErrorCode | null; readonly message: string };
