/** A hash over chunks. */
export interface RunningHash {
  update(chunk: Uint8Array): void;
  /** 32 bytes; finishes the hash. */
  digest(): Uint8Array;
}

/** The hash functions of the protocol, in WebAssembly or, for browsers, in JavaScript. */
export interface Hashing {
  keccak256(bytes: Uint8Array): Uint8Array;
  sha256(bytes: Uint8Array): Uint8Array;
  /** Several may run at the same time. */
  createSha256(): RunningHash;
}

/**
 * scrypt (RFC 7914) of a password, 64 bytes; the first 32 are what a request for 32 gives. It blocks its thread for a second or more.
 *
 * @param cost `n` is a power of two; memory is 128 * r * n bytes
 * @param onProgress receives the completed share, from 0 to 1; not supported by WebAssembly
 */
export type Scrypt = (
  password: string,
  salt: Uint8Array,
  cost: { readonly n: number; readonly r: number; readonly p: number },
  onProgress?: (share: number) => void,
) => Promise<Uint8Array>;
