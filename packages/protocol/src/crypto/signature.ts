import type { Address } from "./address.ts";
import { keccak256 } from "./hashes.ts";
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
const halfOrder = "7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0";

/**
 * Reads a signature of 65 bytes (decisions 1).
 *
 * @returns null for another length, another `v` than 0, 1, 27 or 28, or a high `s`, which would allow a second signature
 *   without the key
 */
export function parseSignature(text: string): SignatureParts | null {
  if (!pattern.test(text)) return null;
  const compact = text.slice(0, 130).toLowerCase();
  if (compact.slice(66) > halfOrder) return null;
  const bytes = fromHex(text as Hex);
  const v = bytes[64] ?? -1;
  const recovery = v >= 27 ? v - 27 : v;
  if (recovery !== 0 && recovery !== 1) return null;
  const hex = `${compact}${recovery === 0 ? "1b" : "1c"}` as Hex;
  return { compact: bytes.subarray(0, 64), recovery, hex };
}

/** Joins a signature of 65 bytes with a `v` of 27 or 28. */
export function joinSignature(signature: Uint8Array, recovery: number): Hex {
  return toHex(Uint8Array.of(...signature.subarray(0, 64), 27 + recovery));
}

/** The signer of a digest; null for an invalid signature. */
export function recoverSigner(digest: Uint8Array, parts: SignatureParts, recover: Recover): Address | null {
  const publicKey = recover(digest, parts.compact, parts.recovery);
  return publicKey && addressOfPublicKey(publicKey);
}

const text = new TextEncoder();

/** The digest that `personal_sign` of a wallet signs (EIP-191, version 0x45): 32 bytes. */
export function digestOfPersonalMessage(message: string): Uint8Array {
  const { length } = text.encode(message);
  return keccak256(text.encode(`\u0019Ethereum Signed Message:\n${length}${message}`));
}

/**
 * The signer of a text with `personal_sign`. The rules for signatures are those of signed messages (decisions 1): 65 bytes,
 * `v` 0, 1, 27 or 28, a low `s`.
 *
 * @returns null for an invalid signature
 */
export function recoverPersonalSigner(message: string, signature: string, recover: Recover): Address | null {
  const parts = parseSignature(signature);
  return parts && recoverSigner(digestOfPersonalMessage(message), parts, recover);
}
