import { Readable } from "node:stream";
import type { Hash } from "@freehold/protocol";
import { LRUCache } from "lru-cache";
import type { Blobs } from "./blobs.ts";
import { copyBytes } from "./copy-bytes.ts";

/** Blobs of which some are in memory. */
export interface CachedBlobs extends Blobs {
  /** The bytes that are in memory after `size` was asked for, or null. */
  peek(hash: Hash): Uint8Array | null;
}

/**
 * The same blobs, with small ones that were read kept in memory: bytes under a hash never change. Whether somebody may
 * have them is asked of the database each time, so what was deleted is not served from here.
 *
 * @param options.maxBytes all that is kept
 * @param options.maxBlobBytes the largest that is kept
 */
export function cacheSmallBlobs(
  blobs: Blobs,
  options: { maxBytes: number; maxBlobBytes: number },
): CachedBlobs {
  const { maxBytes, maxBlobBytes } = options;
  // An empty blob has a size too: the cache wants one of at least 1, and its entry is not nothing.
  const kept = new LRUCache<Hash, Uint8Array>({
    maxSize: maxBytes,
    sizeCalculation: ({ length }) => length + 128,
  });

  return {
    ...blobs,
    peek: (hash) => kept.get(hash) ?? null,
    async size(hash) {
      const bytes = kept.get(hash);
      if (bytes) return bytes.length;
      const size = await blobs.size(hash);
      if (size !== null && size <= maxBlobBytes) {
        const read = await blobs.readAll(hash, maxBlobBytes).catch(() => null);
        if (read) kept.set(hash, copyBytes(read));
      }
      return size;
    },
    async readAll(hash, limit) {
      const bytes = kept.get(hash);
      return bytes && bytes.length <= limit ? bytes : blobs.readAll(hash, limit);
    },
    read(hash, range) {
      const bytes = kept.get(hash);
      if (!bytes) return blobs.read(hash, range);
      return Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]);
    },
    async setAside(hash) {
      kept.delete(hash);
      await blobs.setAside(hash);
    },
    async remove(hash) {
      kept.delete(hash);
      await blobs.remove(hash);
    },
  };
}
