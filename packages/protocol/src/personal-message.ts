import type { Address } from "./address.ts";
import { keccak256 } from "./hashes.ts";
import type { Recover } from "./recover.ts";
import { parseSignature, recoverSigner } from "./signature.ts";

const text = new TextEncoder();

/** What a wallet's `personal_sign` signs of a text (EIP-191, version 0x45): 32 bytes. */
export function digestOfPersonalMessage(message: string): Uint8Array {
  const bytes = text.encode(message);
  const prefix = text.encode(`\u0019Ethereum Signed Message:\n${bytes.length}`);
  const whole = new Uint8Array(prefix.length + bytes.length);
  whole.set(prefix);
  whole.set(bytes, prefix.length);
  return keccak256(whole);
}

/**
 * Who signed a text with `personal_sign`. The rules for signatures are those of signed messages (decisions 1): 65 bytes,
 * `v` 0, 1, 27 or 28, a low `s`.
 *
 * @returns null when the signature is none
 */
export function recoverPersonalSigner(message: string, signature: string, recover: Recover): Address | null {
  const parts = parseSignature(signature);
  return parts && recoverSigner(digestOfPersonalMessage(message), parts, recover);
}
