import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Hash, ThumbnailSize } from "@freehold/protocol";
import { LRUCache } from "lru-cache";
import { hasCode } from "../errors/errors.ts";
import { createQueue } from "../limiter/queue.ts";
import { type Blobs, type ByteRange, blobPath } from "./blobs.ts";
import { createTemporaryFile, makeFolder, sweepTemporaryFiles, syncFolder } from "./files.ts";
import { isThumbnailMediaType, makeThumbnail, type ThumbnailMediaType } from "./images.ts";
import { limits } from "./limits.ts";

/** Pixels (decisions 5). */
const heights: Readonly<Record<ThumbnailSize, number>> = { sm: 200, md: 400, lg: 800 };

/** Smaller copies of images, made once and stored. */
export interface Thumbnails {
  /**
   * The thumbnail of an image, made by the first call; null where the caller must serve the original: for other formats
   * than JPEG, PNG and WebP, and for an image that can't be decoded within the limits.
   * @param mediaType of the original
   * @throws AppError RATE_LIMITED when too many others wait to be made
   * @throws ENOENT when the original is missing
   */
  open(hash: Hash, size: ThumbnailSize, mediaType: string): Promise<Thumbnail | null>;
  /** Removes all sizes of an original. */
  remove(hash: Hash): Promise<void>;
  /** Removes the unfinished files that a crash left; returns how many. */
  sweepTemporary(): Promise<number>;
}

interface Thumbnail {
  /** Bytes. */
  readonly size: number;
  readonly mediaType: string;
  readonly path: string;
  read(range?: ByteRange): Readable & AsyncIterable<Uint8Array>;
}

interface ThumbnailOptions {
  /** They are stored in `<folder>/{size}/ab/0xab…`. */
  readonly folder: string;
  readonly blobs: Pick<Blobs, "read">;
  /** How many are made at a time. */
  readonly atATime?: number;
  /** How many may wait to be made. */
  readonly waiting?: number;
  /** How long (ms) a damaged image is not tried again. */
  readonly retryDamagedAfterMs?: number;
}

export function createThumbnails(options: ThumbnailOptions): Thumbnails {
  const { folder, blobs, atATime = limits.thumbnails, waiting = limits.thumbnailsWaiting } = options;
  const { retryDamagedAfterMs = limits.damagedMs } = options;
  const temporary = join(folder, "tmp");
  const queue = createQueue({ atATime, waiting });
  const making = new Map<string, Promise<boolean>>();
  const damaged = new LRUCache<Hash, true>({ max: limits.damagedImages, ttl: retryDamagedAfterMs });

  /** Concurrent calls for the same thumbnail share one run. */
  function makeOnce(hash: Hash, size: ThumbnailSize, mediaType: ThumbnailMediaType): Promise<boolean> {
    const key = `${size}/${hash}`;
    const shared = making.get(key);
    if (shared !== undefined) {
      return shared;
    }
    const made = queue.run(null, () => make(hash, size, mediaType)).finally(() => making.delete(key));
    making.set(key, made);
    return made;
  }

  async function make(hash: Hash, size: ThumbnailSize, mediaType: ThumbnailMediaType): Promise<boolean> {
    await using original = await createTemporaryFile(temporary);
    await using small = await createTemporaryFile(temporary);
    // The decoder reads a file piece by piece; it would take a stream into memory as a whole.
    await pipeline(blobs.read(hash), createWriteStream(original.path, { flags: "wx", mode: 0o600 }));
    try {
      await makeThumbnail(original.path, small.path, heights[size], mediaType);
    } catch (error) {
      if (hasCode(error, "UNUSABLE_IMAGE")) {
        damaged.set(hash, true);
        return false;
      }
      throw error;
    }
    const { shard, path } = blobPath(join(folder, size), hash);
    await makeFolder(shard);
    await rename(small.path, path);
    await syncFolder(shard);
    return true;
  }

  return {
    async open(hash, size, mediaType) {
      if (!isThumbnailMediaType(mediaType)) {
        return null;
      }
      const { path } = blobPath(join(folder, size), hash);
      const stored = await openFile(path, mediaType);
      if (stored !== null || damaged.has(hash)) {
        return stored;
      }
      return (await makeOnce(hash, size, mediaType)) ? openFile(path, mediaType) : null;
    },
    async remove(hash) {
      for (const size of Object.keys(heights)) {
        await rm(blobPath(join(folder, size), hash).path, { force: true });
      }
    },
    sweepTemporary: () => sweepTemporaryFiles(temporary),
  };
}

async function openFile(path: string, mediaType: string): Promise<Thumbnail | null> {
  const found = await stat(path).catch(() => null);
  if (found === null) {
    return null;
  }
  return { size: found.size, mediaType, path, read: (range) => createReadStream(path, range) };
}
