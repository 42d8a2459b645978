import { curve } from "#curve";
import { type Address, toChecksumAddress } from "./address.ts";
import { keccak256 } from "./hashes.ts";

/**
 * Recovers the public key that signed.
 *
 * @param digest 32 bytes
 * @param signature `r` and `s`, 64 bytes
 * @returns the uncompressed key, 65 bytes, or null when there is none
 */
export type Recover = (digest: Uint8Array, signature: Uint8Array, recovery: 0 | 1) => Uint8Array | null;

/** Signs a digest of 32 bytes: `r` and a low `s`, 64 bytes, and which of the keys it is. */
export type SignDigest = (digest: Uint8Array) => { signature: Uint8Array; recovery: number };

/** Recovery without anything native: by WebAssembly, and in a browser by JavaScript. */
export const recoverWithWasm: Recover = curve.recover;

/**
 * Signing without anything native, deterministic (RFC 6979).
 *
 * @param privateKey 32 bytes
 * @throws RangeError when this is no private key
 */
export function signDigestWithWasm(privateKey: Uint8Array): SignDigest {
  if (curve.publicKeyOf(privateKey) === null) throw new RangeError("This is not a private key.");
  return (digest) => curve.sign(digest, privateKey);
}

/** The address of an uncompressed public key of 65 bytes. */
export function addressOfPublicKey(publicKey: Uint8Array): Address {
  return toChecksumAddress(keccak256(publicKey.subarray(1)).subarray(12));
}

/**
 * The address of a private key of 32 bytes.
 *
 * @throws RangeError when this is no private key
 */
export function addressOfPrivateKey(privateKey: Uint8Array): Address {
  const key = curve.publicKeyOf(privateKey);
  if (key === null) throw new RangeError("This is not a private key.");
  return addressOfPublicKey(key);
}

/** @returns 32 fresh random bytes that are a private key */
export function createPrivateKey(): Uint8Array<ArrayBuffer> {
  for (;;) {
    const key = crypto.getRandomValues(new Uint8Array(32));
    // Of 2^128 random numbers one is no key.
    if (curve.publicKeyOf(key) !== null) return key;
  }
}
