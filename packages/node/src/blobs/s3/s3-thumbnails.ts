import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type Hash, parseHash, type ThumbnailSize } from "@freehold/protocol";
import { type ByteRange, hashBytes, requireBlobName, verifyBytes } from "../blobs.ts";
import type { ThumbnailFiles } from "../thumbnails.ts";
import type { DiskCache } from "./disk-cache.ts";
import type { S3Objects } from "./s3-objects.ts";

/**
 * Thumbnails in S3, so that each is made by one machine: under the keys that they have as files in the data folder,
 * `thumbnails/{size}/ab/0xab…`, with the hash of their own bytes beside them.
 */
export function thumbnailsInS3(objects: S3Objects, cache: DiskCache, temporary: string): ThumbnailFiles {
  return {
    temporary,
    async find(hash, size) {
      const key = keyOf(hash, size);
      const cached = await cache.find(key);
      if (cached) return { size: cached.size, read: (range) => createReadStream(cached.path, range) };
      const found = await objects.find(key);
      const own = parseHash(found?.metadata.sha256 ?? "");
      // One without its hash is made again.
      if (found === null || own === null) return null;
      const bytes = () => verifyBytes(objects.read(key), { hash: own, size: found.size });
      if (found.size > cache.maxFileBytes || !(await cache.add(key, found.size, bytes()))) {
        return { size: found.size, read: (range?: ByteRange) => objects.read(key, range) };
      }
      return { size: found.size, read: (range) => createReadStream(join(cache.folder, key), range) };
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

function keyOf(hash: Hash, size: ThumbnailSize): string {
  requireBlobName(hash);
  return `thumbnails/${size}/${hash.slice(2, 4)}/${hash}`;
}
