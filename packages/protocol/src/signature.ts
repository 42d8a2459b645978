import type { Address } from "./address.ts";
import { fromHex, type Hex, toHex } from "./hex.ts";
import { addressOfPublicKey, type Recover } from "./recover.ts";

/** A signature in its parts. */
export interface SignatureParts {
  /** `r` and `s`, 64 bytes. */
  compact: Uint8Array;
  recovery: 0 | 1;
  /** 65 bytes in lower-case hex, the last one 27 or 28. */
  hex: Hex;
}

const pattern = /^0x[0-9a-fA-F]{130}$/;
const halfOrder = fromHex("0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0");

/**
 * Reads a signature of 65 bytes (decisions 1).
 *
 * @returns null for another length, another `v` than 0, 1, 27 or 28, or a high `s`, with which anybody could make a
 *   second signature out of a given one
 */
export function parseSignature(text: string): SignatureParts | null {
  if (!pattern.test(text)) return null;
  const bytes = fromHex(text as Hex);
  const v = bytes[64] ?? -1;
  const recovery = v >= 27 ? v - 27 : v;
  const compact = bytes.subarray(0, 64);
  if ((recovery !== 0 && recovery !== 1) || isHigh(compact.subarray(32))) return null;
  bytes[64] = 27 + recovery;
  return { compact, recovery, hex: toHex(bytes) };
}

/** Makes the 65 bytes of a signature out of its parts: `v` is 27 or 28. */
export function joinSignature(signature: Uint8Array, recovery: number): Hex {
  const bytes = new Uint8Array(65);
  bytes.set(signature.subarray(0, 64));
  bytes[64] = 27 + recovery;
  return toHex(bytes);
}

/** Who signed a digest; null when the signature is none. */
export function recoverSigner(digest: Uint8Array, parts: SignatureParts, recover: Recover): Address | null {
  const publicKey = recover(digest, parts.compact, parts.recovery);
  return publicKey && addressOfPublicKey(publicKey);
}

function isHigh(s: Uint8Array): boolean {
  for (const [index, limit] of halfOrder.entries()) {
    const byte = s[index] ?? 0;
    if (byte !== limit) return byte > limit;
  }
  return false;
}
