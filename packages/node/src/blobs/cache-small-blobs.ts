import { Readable } from "node:stream";
import type { Hash } from "@freehold/protocol";
import { LRUCache } from "lru-cache";
import type { Blobs } from "./blobs.ts";
import { copyBytes } from "./copy-bytes.ts";

/** Blobs, some of them in memory. */
export interface CachedBlobs extends Blobs {
  /** The bytes if they are in memory, else null. `size` and `readAll` load them. */
  peek(hash: Hash): Uint8Array | null;
}

/**
 * The same blobs, with small ones cached in memory: the bytes of a hash never change. The database decides each time who may
 * read them, so a deleted one is not served.
 *
 * @param options.maxBytes of the whole cache
 * @param options.maxBlobBytes of a cached blob
 */
export function cacheSmallBlobs(
  blobs: Blobs,
  options: { maxBytes: number; maxBlobBytes: number },
): CachedBlobs {
  const { maxBytes, maxBlobBytes } = options;
  // Each entry has a size above 0, even that of an empty blob.
  const cached = new LRUCache<Hash, Uint8Array>({
    maxSize: maxBytes,
    sizeCalculation: ({ length }) => length + 128,
  });

  const keep = (hash: Hash, bytes: Uint8Array) => void cached.set(hash, copyBytes(bytes));

  return {
    ...blobs,
    peek: (hash) => cached.get(hash) ?? null,
    async size(hash) {
      const bytes = cached.get(hash);
      if (bytes) return bytes.length;
      const size = await blobs.size(hash);
      if (size !== null && size <= maxBlobBytes) {
        const read = await blobs.readAll(hash, maxBlobBytes).catch(() => null);
        if (read) keep(hash, read);
      }
      return size;
    },
    async readAll(hash, limit) {
      const bytes = cached.get(hash);
      if (bytes && bytes.length <= limit) return bytes;
      const read = await blobs.readAll(hash, limit);
      if (read.length <= maxBlobBytes) keep(hash, read);
      return read;
    },
    read(hash, range, size) {
      const bytes = cached.get(hash);
      if (!bytes) return blobs.read(hash, range, size);
      return Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]);
    },
    async setAside(hash, bytes) {
      cached.delete(hash);
      await blobs.setAside(hash, bytes);
    },
    async remove(hash) {
      cached.delete(hash);
      await blobs.remove(hash);
    },
  };
}
