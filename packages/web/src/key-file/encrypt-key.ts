import { addressOfPrivateKey, keccak256, toHex } from "@freehold/protocol";
import { bytesOf, deriveKey } from "./derive-key.ts";
import type { Keystore } from "./keystore.ts";

/** What the definition recommends: 128 MiB and a good second's work for each guess. */
const strength = { n: 131_072, r: 8, p: 1 } as const;

/**
 * Encrypts a private key under a password, as the command line does it: Web3 Secret Storage version 3 with scrypt.
 *
 * @param privateKey 32 bytes
 * @param onProgress gets the share that is done, from 0 to 1
 */
export async function encryptKey(
  privateKey: Uint8Array<ArrayBuffer>,
  password: string,
  onProgress?: (share: number) => void,
): Promise<Keystore> {
  const [salt, iv] = [randomHex(32), randomHex(16)];
  const derivation = { kdf: "scrypt", kdfparams: { dklen: 32, ...strength, salt } } as const;
  const derived = await deriveKey(derivation, password, onProgress);
  const ciphertext = await crypt(derived, iv, privateKey);
  const keystore: Keystore = {
    version: 3,
    id: crypto.randomUUID(),
    address: addressOfPrivateKey(privateKey).slice(2).toLowerCase(),
    crypto: {
      ...derivation,
      cipher: "aes-128-ctr",
      cipherparams: { iv },
      ciphertext: hexOf(ciphertext),
      mac: macOf(derived, ciphertext),
    },
  };
  derived.fill(0);
  return keystore;
}

/** AES-128 in counter mode, which is the same both ways. */
export async function crypt(
  derived: Uint8Array,
  iv: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const { subtle } = globalThis.crypto;
  const key = await subtle.importKey("raw", derived.slice(0, 16), "AES-CTR", false, ["encrypt"]);
  const counter = { name: "AES-CTR", counter: bytesOf(iv), length: 128 };
  return new Uint8Array(await subtle.encrypt(counter, key, bytes));
}

/** What shows whether the password was right: the hash of the second half of the derived key and the ciphertext. */
export function macOf(derived: Uint8Array, ciphertext: Uint8Array): string {
  const both = new Uint8Array(16 + ciphertext.length);
  both.set(derived.subarray(16, 32));
  both.set(ciphertext, 16);
  return hexOf(keccak256(both));
}

function randomHex(bytes: number): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(bytes)));
}

function hexOf(bytes: Uint8Array): string {
  return toHex(bytes).slice(2);
}
