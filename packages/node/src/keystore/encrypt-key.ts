import { createCipheriv, randomBytes, randomUUID } from "node:crypto";
import { keccak256 } from "@freehold/protocol";
import { deriveWithScrypt } from "./derive-key.ts";
import type { KeystoreFile } from "./keystore-format.ts";
import { addressOf } from "./private-key.ts";

/** What the definition recommends: 128 MiB and a good second's work for each guess. */
const STRENGTH = { n: 131_072, r: 8, p: 1 };

/**
 * Encrypts a private key under a password, as Web3 Secret Storage version 3 with scrypt.
 * @param privateKey 32 bytes
 */
export async function encryptKey(privateKey: Uint8Array, password: string): Promise<KeystoreFile> {
  const salt = randomBytes(32);
  const iv = randomBytes(16);
  const derived = await deriveWithScrypt(password, { ...STRENGTH, salt });
  try {
    const cipher = createCipheriv("aes-128-ctr", derived.subarray(0, 16), iv);
    const ciphertext = Buffer.concat([cipher.update(privateKey), cipher.final()]);
    return {
      address: addressOf(privateKey).slice(2).toLowerCase(),
      id: randomUUID(),
      version: 3,
      crypto: {
        cipher: "aes-128-ctr",
        cipherparams: { iv: iv.toString("hex") },
        ciphertext: ciphertext.toString("hex"),
        kdf: "scrypt",
        kdfparams: { dklen: 32, ...STRENGTH, salt: salt.toString("hex") },
        mac: macOf(derived, ciphertext).toString("hex"),
      },
    };
  } finally {
    derived.fill(0);
  }
}

/** What shows whether the password was right: the hash of the second half of the derived key and the ciphertext. */
export function macOf(derived: Uint8Array, ciphertext: Uint8Array): Buffer {
  return Buffer.from(keccak256(Buffer.concat([derived.subarray(16, 32), ciphertext])));
}
