import { curve } from "#curve";
import { type Address, toChecksumAddress } from "./address.ts";
import type { Curve } from "./curve/curve.ts";
import { keccak256 } from "./hashes.ts";
import { fromHex } from "./hex.ts";

/** Recovers the public key that signed a digest of 32 bytes. */
export type Recover = Curve["recover"];

/** Signs a digest of 32 bytes: returns `r` and a low `s`, 64 bytes, and the recovery id. */
export type SignDigest = (digest: Uint8Array) => ReturnType<Curve["sign"]>;

/** False in a browser, and where the native library has no build for this machine or can't be loaded. */
export const isRecoveryNative: boolean = curve.isNative;

/** The public key that signed: by the native library, by WebAssembly where that is missing, or by JavaScript in a browser. */
export const recoverPublicKey: Recover = curve.recover;

/**
 * A signer of digests (RFC 6979), by the same means.
 *
 * @param privateKey 32 bytes
 * @throws RangeError when this is no private key
 */
export function signDigestWith(privateKey: Uint8Array): SignDigest {
  if (curve.publicKeyOf(privateKey) === null) throw new RangeError("This is not a private key.");
  return (digest) => curve.sign(digest, privateKey);
}

/** The address of an uncompressed public key of 65 bytes. */
export function addressOfPublicKey(publicKey: Uint8Array): Address {
  return toChecksumAddress(addressBytesOf(publicKey));
}

/** The one of these addresses that is a public key's; null for none. Its EIP-55 form is not computed once more. */
export function findAddressOf(publicKey: Uint8Array, addresses: readonly Address[]): Address | null {
  const bytes = addressBytesOf(publicKey);
  return addresses.find((address) => fromHex(address).every((byte, index) => byte === bytes[index])) ?? null;
}

function addressBytesOf(publicKey: Uint8Array): Uint8Array {
  return keccak256(publicKey.subarray(1)).subarray(12);
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
    // About one of 2^128 random numbers is not a valid key.
    if (curve.publicKeyOf(key) !== null) return key;
  }
}
