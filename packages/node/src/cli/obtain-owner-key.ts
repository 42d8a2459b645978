import { readFile, stat } from "node:fs/promises";
import { createPrivateKey, encryptKeystore, KeystoreError } from "@freehold/protocol";
import { readKeystore, unlockKeystore, writeKeystore } from "../domain/access/keystore.ts";
import { addressOf, createSigner, parsePrivateKey, type Signer } from "../domain/access/signer.ts";
import { AppError } from "../errors.ts";
import type { Call } from "./command.ts";
import { obtainNewPassword, obtainPassword } from "./obtain-password.ts";

/** The key that a node is to be installed with. */
export interface OwnerKey extends Disposable {
  readonly signer: Signer;
  /** Writes the keystore, where it is not there yet. */
  store(): Promise<void>;
}

const MOST_BYTES = 4096;

/**
 * The owner's key: the one in the keystore, when an earlier run wrote it; else the given one, or a new one.
 * @param keyFile a file with a private key to take over
 * @throws KeystoreError KEYSTORE_EXISTS when the keystore holds another key than the given one; AppError USAGE when there
 *   is no way to a password
 */
export async function obtainOwnerKey(
  call: Pick<Call, "config" | "terminal">,
  keyFile?: string,
): Promise<OwnerKey> {
  const { keystore } = call.config;
  const given = keyFile === undefined ? null : await readPrivateKey(keyFile);
  if ((await readKeystore(keystore)) !== null) {
    const signer = await unlockKeystore(keystore, await obtainPassword(call));
    return keepStored(signer, given, keystore);
  }
  const privateKey = given ?? createPrivateKey();
  const encrypted = await encryptKeystore(privateKey, await obtainNewPassword(call));
  const signer = createSigner(privateKey);
  return {
    signer,
    store: () => writeKeystore(keystore, encrypted),
    [Symbol.dispose]: () => signer[Symbol.dispose](),
  };
}

function keepStored(signer: Signer, given: Uint8Array | null, path: string): OwnerKey {
  const isOther = given !== null && addressOf(given) !== signer.address;
  given?.fill(0);
  if (isOther) {
    const { address } = signer;
    signer[Symbol.dispose]();
    throw new KeystoreError(
      "KEYSTORE_EXISTS",
      `${path} holds another key, that of ${address}; it is never written over.`,
    );
  }
  return { signer, store: async () => {}, [Symbol.dispose]: () => signer[Symbol.dispose]() };
}

async function readPrivateKey(path: string): Promise<Uint8Array> {
  if ((await stat(path)).size > MOST_BYTES) {
    throw new AppError("PRIVATE_KEY_INVALID", `${path} is too large to hold a private key.`);
  }
  const text = await readFile(path);
  try {
    return parsePrivateKey(text);
  } finally {
    text.fill(0);
  }
}
