import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import type { Hash } from "@freehold/protocol";
import { dayMs, minuteMs } from "@freehold/protocol/internal";
import { LRUCache } from "lru-cache";
import { AppError, codeOf, hasCode } from "../../errors/errors.ts";
import { createQueue } from "../../limiter/queue.ts";
import {
  type Blobs,
  type ByteRange,
  blobNotFound,
  blobTooLarge,
  isBlobName,
  requireBlobName,
  requireRange,
  type StoredBlob,
  verifyBytes,
} from "../blobs.ts";
import { writeAll } from "../disk-blobs.ts";
import { createTemporaryFile, sweepTemporaryFiles } from "../files.ts";
import { limits } from "../limits.ts";
import type { DiskCache } from "./disk-cache.ts";
import type { S3Objects } from "./s3-objects.ts";
import { isTaken } from "./s3-uploads.ts";

const s3KnownSizes = 10_000; // lengths of files in S3 that are kept in memory
const s3KnownSizeMs = minuteMs; // a length that is kept in memory
const s3DeadUploadMs = dayMs; // an upload to S3 that was not completed
const contents = "contents";
const aside = `${contents}/damaged/`;

interface S3BlobsOptions {
  readonly objects: S3Objects;
  /** A folder of this machine for uploads in progress. */
  readonly staging: string;
  readonly cache: DiskCache;
  readonly onRead?: ((read: CacheRead) => void) | undefined;
}

/** Bytes for a reader and their source: the cache, which may have loaded them first, or the storage itself. */
export interface CacheRead {
  readonly result: "hit" | "miss" | "passed";
  /** Bytes. */
  readonly bytes: number;
}

/**
 * Blobs in S3, under the keys that they have as files in the data folder: `contents/ab/0xab…`. Bytes are first written to a
 * file of this machine: their key is their hash, which is known at the end, and a request that failed can be made again.
 *
 * A reader gets bytes that were compared with their hash: those of the cache, or of a large blob each but the last piece
 * before it was. `read` without a size reads the object itself, for callers that compare the hash.
 */
export function createS3Blobs({ objects, staging, cache, onRead }: S3BlobsOptions): Blobs {
  const uploads = createQueue({ atATime: limits.s3Uploads, waiting: Number.POSITIVE_INFINITY });
  /** Lengths of blobs that were read a short time ago. Without it, each range of a video would cost a second request. */
  const sizes = new LRUCache<Hash, number>({ max: s3KnownSizes, ttl: s3KnownSizeMs });
  const loading = new Map<Hash, Promise<boolean>>();

  const forget = async (hash: Hash) => {
    sizes.delete(hash);
    await cache.remove(keyOf(hash));
  };

  async function size(hash: Hash): Promise<number | null> {
    const known = sizes.get(hash) ?? (await cache.find(keyOf(hash)))?.size;
    if (known !== undefined) return known;
    const found = await objects.find(keyOf(hash));
    if (found) sizes.set(hash, found.size);
    return found?.size ?? null;
  }

  /** Reads the object itself. If it is gone, forgets its length. */
  async function* readObject(hash: Hash, range?: ByteRange): AsyncGenerator<Uint8Array> {
    try {
      yield* objects.read(keyOf(hash), range);
    } catch (error) {
      if (codeOf(error) === "ENOENT") await forget(hash);
      throw error;
    }
  }

  /** Loads a blob into the cache; calls at the same time share one run. @returns false when the cache can't take it */
  function load(hash: Hash, length: number): Promise<boolean> {
    const shared = loading.get(hash);
    if (shared) return shared;
    const done = cache
      .add(keyOf(hash), length, verifyBytes(readObject(hash), { hash, size: length }))
      .catch((error: unknown) => {
        if (error instanceof AppError || codeOf(error) === "ENOENT") throw error;
        // For example a full disk: the blob is read without the cache.
        return false;
      })
      .finally(() => loading.delete(hash));
    loading.set(hash, done);
    return done;
  }

  async function* readChecked(hash: Hash, range: ByteRange | undefined, length: number) {
    const bytes = range ? Math.max(0, Math.min(range.end + 1, length) - range.start) : length;
    // Again, in case the file was removed to make room before it was opened.
    for (let tries = 0; tries < 2 && length <= cache.maxFileBytes; tries += 1) {
      const cached = await cache.open(keyOf(hash), hash);
      if (cached) {
        onRead?.({ result: tries === 0 ? "hit" : "miss", bytes });
        return yield* cached.read(range);
      }
      if (!(await load(hash, length))) break;
    }
    onRead?.({ result: "passed", bytes });
    if (range && range.end - range.start + 1 < length) yield* readObject(hash, range);
    else yield* allButTheLast(verifyBytes(readObject(hash), { hash, size: length }));
  }

  /** Whether an object has the bytes of its hash. */
  async function isWhole(blob: StoredBlob): Promise<boolean> {
    try {
      for await (const _part of verifyBytes(readObject(blob.hash), blob));
      return true;
    } catch (error) {
      if (hasCode(error, "BLOB_MISMATCH") || codeOf(error) === "ENOENT") return false;
      throw error;
    }
  }

  /**
   * Stores a file under its hash. The age of an object that is there starts again without its bytes: a process that ends
   * while it sends them again could damage a good object on a storage that is not atomic. A damaged object is replaced.
   */
  async function store(blob: StoredBlob, path: string, signal: AbortSignal | undefined): Promise<void> {
    const key = keyOf(blob.hash);
    for (let tries = 1; ; tries += 1) {
      const found = await objects.find(key);
      const isGood = found?.size === blob.size && (await isWhole(blob));
      if (found && isGood && (await objects.touch(found))) return;
      try {
        return await objects.putFile(key, path, { signal, isNew: found === null });
      } catch (error) {
        // Another process has stored it since.
        if (!isTaken(error) || tries === limits.s3Attempts) throw error;
      }
    }
  }

  return {
    async put(source, options) {
      await using file = await createTemporaryFile(staging);
      await using handle = await open(file.path, "wx", 0o600);
      const stored = await writeAll(handle, source, options);
      const { signal } = options;
      try {
        await uploads.run(null, () => store(stored, file.path, signal));
      } catch (error) {
        signal?.throwIfAborted();
        throw error;
      }
      sizes.set(stored.hash, stored.size);
      await cache.adopt(keyOf(stored.hash), stored.size, file);
      return stored;
    },
    read(hash, range, length) {
      if (range) requireRange(range);
      requireBlobName(hash);
      return Readable.from(
        length === undefined ? readObject(hash, range) : readChecked(hash, range, length),
        { objectMode: false },
      );
    },
    async readAll(hash, maxBytes) {
      const length = await size(hash);
      if (length === null) throw blobNotFound(hash);
      if (length > maxBytes) throw blobTooLarge(maxBytes);
      try {
        return Buffer.concat(await Array.fromAsync(readChecked(hash, undefined, length)));
      } catch (error) {
        throw codeOf(error) === "ENOENT" ? blobNotFound(hash) : error;
      }
    },
    size: (hash) => {
      requireBlobName(hash);
      return size(hash);
    },
    remove: (hash) => {
      requireBlobName(hash);
      return objects.remove(keyOf(hash)).then(() => forget(hash));
    },
    async removeOlder(hash, before) {
      const found = await objects.find(keyOf(hash));
      if (found === null || found.modifiedAt >= before) return false;
      await objects.remove(keyOf(hash));
      await forget(hash);
      return true;
    },
    async setAside(hash, bytes) {
      await forget(hash);
      if (bytes) return await objects.putBytes(aside + hash, bytes);
      if ((await objects.find(keyOf(hash))) === null) return;
      await objects.copy(keyOf(hash), aside + hash);
      await objects.remove(keyOf(hash));
    },
    async *list() {
      for await (const { key, modifiedAt } of objects.list(`${contents}/`)) {
        const [, shard = "", name = ""] = key.split("/");
        if (isBlobName(name) && key === keyOf(name) && name.startsWith(shard, 2)) {
          yield { hash: name, modifiedAt };
        }
      }
    },
    async sweepTemporary() {
      await cache.sweep();
      const files = await sweepTemporaryFiles(staging);
      // The next sweep does it, because a node has to start also when its storage does not answer.
      const ended = await objects.sweepUploads(Date.now() - s3DeadUploadMs).catch((error: unknown) => {
        if (hasCode(error, "BUSY")) return 0;
        throw error;
      });
      return files + ended;
    },
  };
}

/** @throws TypeError for anything but a lower-case hash */
export function keyOf(hash: Hash): string {
  requireBlobName(hash);
  return `${contents}/${hash.slice(2, 4)}/${hash}`;
}

/** Passes each piece of a source on when the next one has come, so that a source that fails at its end never completes a reply. */
async function* allButTheLast(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let last: Uint8Array | null = null;
  for await (const piece of source) {
    if (last) yield last;
    last = piece;
  }
  if (last) yield last;
}
