import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Hash } from "@freehold/protocol";
import { AppError, msg } from "../errors/errors.ts";

/** Content bytes by their SHA-256, on any storage (design part 4: an acknowledged write survives). */
export interface Blobs {
  /**
   * Stores bytes, hashed as they arrive: durable when it resolves, and without a trace when it rejects. The same bytes
   * twice are one blob, whose age starts again.
   * @throws AppError BLOB_TOO_LARGE as soon as more than `maxBytes` came
   * @throws AppError BLOB_MISMATCH at the end, when they don't hash to `expected`
   * @throws the reason of `signal`, or what the source threw
   */
  put(source: AsyncIterable<Uint8Array>, options: PutOptions): Promise<StoredBlob>;
  /**
   * The bytes, or those of a range (none past the end). The stream fails with ENOENT when there is no such blob.
   * @param size in bytes where it is known: a large one is found at once
   * @throws RangeError for an invalid range
   */
  read(hash: Hash, range?: ByteRange, size?: number): Readable & AsyncIterable<Uint8Array>;
  /**
   * The whole content in memory.
   * @throws AppError BLOB_NOT_FOUND
   * @throws AppError BLOB_TOO_LARGE when it is longer than `maxBytes`
   */
  readAll(hash: Hash, maxBytes: number): Promise<Uint8Array>;
  /** The bytes if they are in memory, else null. Only a cache has some there. */
  peek?(hash: Hash): Uint8Array | null;
  /** Length in bytes, or null when there is no such blob. */
  size(hash: Hash): Promise<number | null>;
  /** Removes the bytes, if there are any. */
  remove(hash: Hash): Promise<void>;
  /** Removes the bytes unless they were put at `before` (ms) or later; returns whether this call removed them. */
  removeOlder(hash: Hash, before: number): Promise<boolean>;
  /**
   * Moves a damaged blob, if there is one, to a folder that is never served and never swept. Its bytes can be put again.
   * @param bytes its bytes, if they were found in another place than a file
   */
  setAside(hash: Hash, bytes?: Uint8Array): Promise<void>;
  /** Every blob, in no order. Those that are added or removed meanwhile may be missed. */
  list(): AsyncIterable<ListedBlob>;
  /** Removes the files that a crash during `put` left; returns how many. */
  sweepTemporary(): Promise<number>;
  /** The storage that all machines share; missing if the bytes are on this machine's disk. */
  readonly remote?: RemoteStorage;
}

/** A storage over the network. */
export interface RemoteStorage {
  /** Its address, without a secret. */
  readonly name: string;
  /** @returns its clock (ms) @throws AppError BUSY when it does not answer, or refuses */
  reach(): Promise<number>;
  /** Writes, reads and removes something. @returns whether it was read as written, and is gone @throws AppError BUSY */
  tryOut(): Promise<boolean>;
  /** Signs addresses at which browsers read large contents; null if browsers are not redirected. */
  readonly redirects: Redirects | null;
}

/** Makes addresses at a storage, each valid for one content and a short time. Anybody who has one can read the content: never log it. */
export interface Redirects {
  readonly minBytes: number;
  /** Scheme, host and port of the addresses. */
  readonly origin: string;
  /**
   * Signs an address, the same one for some minutes. It makes no request.
   * @param headers of the reply
   * @returns the address, and for how many seconds it may be cached
   */
  sign(
    hash: Hash,
    headers: { readonly mediaType: string; readonly disposition: string },
  ): Promise<{ readonly url: string; readonly seconds: number }>;
}

export interface PutOptions {
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
  /** When it was last put, ms. */
  readonly modifiedAt: number;
}

/** Bytes to serve, whole or in a range. */
export interface OpenBlob {
  /** Bytes. */
  readonly size: number;
  open(range?: ByteRange): AsyncIterable<Uint8Array>;
}

/** Opens a blob; null when it is not here. */
export async function openBlob(blobs: Pick<Blobs, "size" | "read">, hash: Hash): Promise<OpenBlob | null> {
  const size = await blobs.size(hash);
  return size === null ? null : { size, open: (range) => blobs.read(hash, range, size) };
}

/** @throws RangeError for anything but two positions, the first not after the second */
export function requireRange({ start, end }: ByteRange): void {
  if (Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && end >= start) return;
  throw new RangeError("A range is two positions, the first not after the second.");
}

/** The same blobs, read-only: each write fails with the error of `refuse`. */
export function readOnlyBlobs(blobs: Blobs, refuse: () => Error): Blobs {
  const refused = async () => {
    throw refuse();
  };
  return {
    ...blobs,
    put: refused,
    remove: refused,
    removeOlder: refused,
    setAside: refused,
    sweepTemporary: async () => 0,
  };
}

/** More bytes than the caller allows. */
export function blobTooLarge(maxBytes: number): AppError {
  return new AppError("BLOB_TOO_LARGE", msg`The content is larger than ${maxBytes} bytes.`);
}

/** The bytes do not have the expected hash. */
export function blobMismatch(expected: string, actual: string): AppError {
  return new AppError("BLOB_MISMATCH", msg`The content hashes to ${actual}, not to ${expected}.`);
}

/** Reads all bytes. @returns their hash */
export async function hashBytes(source: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<Hash> {
  const hasher = createHash("sha256");
  for await (const chunk of source) {
    signal?.throwIfAborted();
    hasher.update(chunk);
  }
  return `0x${hasher.digest("hex")}`;
}

/**
 * Passes bytes on, at most `size`.
 *
 * @throws AppError BLOB_MISMATCH at the end for other bytes than those of the hash
 */
export async function* verifyBytes(
  source: AsyncIterable<Uint8Array>,
  { hash, size }: StoredBlob,
): AsyncGenerator<Uint8Array> {
  const hasher = createHash("sha256");
  let length = 0;
  for await (const chunk of source) {
    length += chunk.length;
    if (length > size) break;
    hasher.update(chunk);
    yield chunk;
  }
  if (length !== size || `0x${hasher.digest("hex")}` !== hash) throw blobMismatch(hash, "other bytes");
}

export function blobNotFound(hash: string): AppError {
  return new AppError("BLOB_NOT_FOUND", msg`There is no content ${hash}.`);
}

const hashPattern = /^0x[0-9a-f]{64}$/;

/** Whether a name is a content hash in the spelling of file names. */
export function isBlobName(name: string): name is Hash {
  return hashPattern.test(name);
}

/** @throws TypeError for anything but a lower-case hash, so that nothing else becomes part of a path or a key */
export function requireBlobName(hash: Hash): void {
  if (!isBlobName(hash)) throw new TypeError("A content hash is 0x and 64 lower-case hex digits.");
}

/**
 * The path of a blob below a folder: `<folder>/ab/0xab…`.
 * @throws TypeError for anything but a lower-case hash
 */
export function blobPath(folder: string, hash: Hash): { readonly shard: string; readonly path: string } {
  requireBlobName(hash);
  const shard = join(folder, hash.slice(2, 4));
  return { shard, path: join(shard, hash) };
}
