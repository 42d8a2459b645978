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
