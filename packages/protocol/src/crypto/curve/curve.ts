/** What the protocol asks of secp256k1. None of it refuses a high `s`: that is checked before. */
export interface Curve {
  /** The uncompressed public key of 65 bytes that made a signature (`r` and `s`, 64 bytes) of 32 bytes; null when there is none. */
  recover(digest: Uint8Array, signature: Uint8Array, recovery: 0 | 1): Uint8Array | null;
  /** `r` and a low `s`, deterministic (RFC 6979), and which of the keys it is. */
  sign(digest: Uint8Array, privateKey: Uint8Array): { signature: Uint8Array; recovery: number };
  /** The uncompressed public key of 65 bytes; null when this is no private key. */
  publicKeyOf(privateKey: Uint8Array): Uint8Array | null;
}
