import type { Readable } from "node:stream";
import type { Hash } from "@freehold/protocol";

/** Content bytes by their SHA-256, wherever they are kept (design part 4: what was answered survives). */
export interface Blobs {
  /**
   * Takes bytes in, hashed as they arrive. When it resolves they are there for good; when it rejects nothing of them is left.
   * The same bytes twice is one blob, whose age starts anew.
   * @throws BlobTooLargeError as soon as more than `maxBytes` came
   * @throws BlobMismatchError at the end, when they don't hash to `expected`
   * @throws the reason of `signal`, or what the source threw
   */
  put(source: AsyncIterable<Uint8Array>, options: PutOptions): Promise<StoredBlob>;
  /**
   * The bytes, or those of a range (past the end there are none). The stream fails with ENOENT when there is no such blob.
   * @throws RangeError for a range that is none
   */
  read(hash: Hash, range?: ByteRange): Readable & AsyncIterable<Uint8Array>;
  /**
   * The whole content in memory.
   * @throws BlobNotFoundError
   * @throws BlobTooLargeError when it is longer than `maxBytes`
   */
  readAll(hash: Hash, maxBytes: number): Promise<Uint8Array>;
  /** Length in bytes, or null when it is not here. */
  size(hash: Hash): Promise<number | null>;
  /** Forgets the bytes; nothing happens when there are none. */
  remove(hash: Hash): Promise<void>;
  /** Forgets the bytes unless they were put at `before` (ms) or later; returns whether they are gone by this call. */
  removeOlder(hash: Hash, before: number): Promise<boolean>;
  /**
   * Takes a damaged blob out of the way, to a place where it is never served from and never swept; its bytes can be put
   * again then. Nothing happens when there is none.
   */
  setAside(hash: Hash): Promise<void>;
  /** Every blob, in no order, with the time (ms) at which it was last put. Those that come and go meanwhile may be missed. */
  list(): AsyncIterable<ListedBlob>;
  /** Removes what a crash in the middle of `put` left; returns how many files that were. */
  sweepTemporary(): Promise<number>;
}

export interface PutOptions {
  /** The most that is taken. */
  readonly maxBytes: number;
  /** The hash that the bytes must have. */
  readonly expected?: Hash | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface StoredBlob {
  readonly hash: Hash;
  /** Bytes. */
  readonly size: number;
}

/** Positions of bytes from 0, both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface ListedBlob {
  readonly hash: Hash;
  /** Milliseconds of the Unix epoch. */
  readonly modifiedAt: number;
}
