/** A hash whose bytes come in pieces. */
export interface RunningHash {
  update(chunk: Uint8Array): void;
  /** 32 bytes; ends it. */
  digest(): Uint8Array;
}

/** The two hash functions of the protocol. Where a browser has no WebAssembly to give, they are plain JavaScript. */
export interface Hashing {
  keccak256(bytes: Uint8Array): Uint8Array;
  sha256(bytes: Uint8Array): Uint8Array;
  /** Any number of them may be under way at the same time. */
  createSha256(): RunningHash;
}

/**
 * scrypt (RFC 7914) of a password, 32 bytes. It takes a second or more and holds its thread meanwhile.
 *
 * @param cost `n` a power of two; it takes 128 * r * n bytes of memory
 * @param onProgress gets the share that is done, from 0 to 1; WebAssembly tells of none
 */
export type Scrypt = (
  password: string,
  salt: Uint8Array,
  cost: { readonly n: number; readonly r: number; readonly p: number },
  onProgress?: (share: number) => void,
) => Promise<Uint8Array>;
