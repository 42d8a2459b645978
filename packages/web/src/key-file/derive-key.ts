import { fromHex } from "@freehold/protocol";
import { scrypt } from "@noble/hashes/scrypt.js";
import { KeyFileError } from "./key-file-error.ts";
import type { Derivation } from "./keystore.ts";

/** Beyond these a file is hostile or a mistake: a phone would stop, or work for hours. */
const mostMemory = 1024 ** 3;
const mostPasses = 64;
const mostRounds = 10_000_000;

const text = new TextEncoder();

/**
 * The 32 bytes that a key file's parameters make of a password. It takes a second or more, and holds its thread meanwhile.
 *
 * @param onProgress gets the share that is done, from 0 to 1
 * @throws KeyFileError too-heavy, no-key-file
 */
export async function deriveKey(
  { kdf, kdfparams }: Derivation,
  password: string,
  onProgress: (share: number) => void = () => {},
): Promise<Uint8Array> {
  const salt = bytesOf(kdfparams.salt);
  if (kdf === "pbkdf2") {
    if (kdfparams.c > mostRounds) throw new KeyFileError("too-heavy");
    return await deriveByRounds(password, salt, kdfparams.c);
  }
  const { n, r, p, dklen } = kdfparams;
  if (128 * r * (n + p) > mostMemory || p > mostPasses) throw new KeyFileError("too-heavy");
  try {
    return scrypt(text.encode(password), salt, { N: n, r, p, dkLen: dklen, onProgress });
  } catch {
    throw new KeyFileError("no-key-file");
  }
}

async function deriveByRounds(
  password: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
): Promise<Uint8Array> {
  const { subtle } = globalThis.crypto;
  const key = await subtle.importKey("raw", text.encode(password), "PBKDF2", false, ["deriveBits"]);
  return new Uint8Array(
    await subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt, iterations }, key, 256),
  );
}

/** The bytes of hex without `0x`. */
export function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return fromHex(`0x${hex}`);
}
