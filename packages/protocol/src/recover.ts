import { instantiateSecp256k1 } from "@bitauth/libauth/build/lib/crypto/secp256k1.js";
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

const secp256k1 = await instantiateSecp256k1();

/** Recovery by WebAssembly: works everywhere, a browser included. */
export const recoverWithWasm: Recover = (digest, signature, recovery) => {
  const key = secp256k1.recoverPublicKeyUncompressed(signature, recovery, digest);
  return typeof key === "string" ? null : key;
};

/**
 * Signing by WebAssembly, deterministic (RFC 6979).
 *
 * @param privateKey 32 bytes
 * @throws RangeError when this is no private key
 */
export function signDigestWithWasm(privateKey: Uint8Array): SignDigest {
  if (!secp256k1.validatePrivateKey(privateKey)) throw new RangeError("This is not a private key.");
  return (digest) => {
    const signed = secp256k1.signMessageHashRecoverableCompact(privateKey, digest);
    if (typeof signed === "string") throw new RangeError("This can't be signed with this key.");
    return { signature: signed.signature, recovery: signed.recoveryId };
  };
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
  const key = secp256k1.derivePublicKeyUncompressed(privateKey);
  if (typeof key === "string") throw new RangeError("This is not a private key.");
  return addressOfPublicKey(key);
}
