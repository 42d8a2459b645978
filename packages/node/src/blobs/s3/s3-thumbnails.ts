import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Hash, parseHash } from "@freehold/protocol";
import { AppError, codeOf, hasCode } from "../../errors/errors.ts";
import { type ByteRange, hashBytes, requireBlobName, type StoredBlob, verifyBytes } from "../blobs.ts";
import type { CopySize, ThumbnailFiles } from "../thumbnails.ts";
import { type DiskCache, nullWhenMissing } from "./disk-cache.ts";
import type { S3Objects } from "./s3-objects.ts";

/**
 * Thumbnails in S3, so that only one machine makes each. Their keys are their paths in the data folder,
 * `thumbnails/{size}/ab/0xab…`; the hash of their bytes is stored as metadata.
 */
export function thumbnailsInS3(objects: S3Objects, cache: DiskCache, temporary: string): ThumbnailFiles {
  /** Loads an object into the cache. One that was removed meanwhile counts as damaged: both are made again. */
  async function load(key: string, bytes: StoredBlob): Promise<"cached" | "not cached" | "damaged"> {
    try {
      const isAdded = await cache.add(key, bytes.size, verifyBytes(objects.read(key), bytes));
      return isAdded ? "cached" : "not cached";
    } catch (error) {
      if (hasCode(error, "BLOB_MISMATCH") || codeOf(error) === "ENOENT") return "damaged";
      if (error instanceof AppError) throw error;
      // A full disk, say: it is read without the cache.
      return "not cached";
    }
  }

  /** Reads a file of the cache, or the object where it had to make room. */
  async function* readCopy(key: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
    const file = await open(join(cache.folder, key)).catch(nullWhenMissing);
    yield* file ? file.createReadStream({ start: 0, ...range }) : objects.read(key, range);
  }

  return {
    temporary,
    async find(hash, size) {
      const key = keyOf(hash, size);
      const cached = await cache.find(key);
      if (cached) return { size: cached.size, read: (range) => readCopy(key, range) };
      const found = await objects.find(key);
      const own = parseHash(found?.metadata.sha256 ?? "");
      // One without its hash is made again.
      if (found === null || own === null) return null;
      const bytes = { hash: own, size: found.size };
      const state = found.size > cache.maxFileBytes ? "not cached" : await load(key, bytes);
      if (state === "damaged") return null;
      const read = state === "cached" ? readCopy : objects.read;
      return { size: found.size, read: (range) => read(key, range) };
    },
    async add(hash, size, file) {
      const key = keyOf(hash, size);
      const sha256 = await hashBytes(createReadStream(file.path));
      await objects.putFile(key, file.path, { metadata: { sha256 } });
      await cache.adopt(key, (await stat(file.path)).size, file);
    },
    async remove(hash, size) {
      await objects.remove(keyOf(hash, size));
      await cache.remove(keyOf(hash, size));
    },
  };
}

function keyOf(hash: Hash, size: CopySize): string {
  requireBlobName(hash);
  return `thumbnails/${size}/${hash.slice(2, 4)}/${hash}`;
}
