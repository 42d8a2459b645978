/** The operations on secp256k1. They accept a high `s`; callers check it before. */
export interface Curve {
  /** Whether a native library does it. */
  readonly isNative: boolean;
  /** The uncompressed public key, 65 bytes, of a signature (`r` and `s`, 64 bytes); null for an invalid signature. */
  recover(digest: Uint8Array, signature: Uint8Array, recovery: 0 | 1): Uint8Array | null;
  /** `r` and a low `s`, deterministic (RFC 6979), and the recovery id. */
  sign(digest: Uint8Array, privateKey: Uint8Array): { signature: Uint8Array; recovery: number };
  /** The uncompressed public key of 65 bytes; null when this is no private key. */
  publicKeyOf(privateKey: Uint8Array): Uint8Array | null;
}
