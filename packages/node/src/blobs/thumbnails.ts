import { rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Hash, ThumbnailSize } from "@freehold/protocol";
import { minuteMs } from "@freehold/protocol/internal";
import { LRUCache } from "lru-cache";
import { hasCode } from "../errors/errors.ts";
import { createQueue } from "../limiter/queue.ts";
import { type Blobs, type ByteRange, blobPath } from "./blobs.ts";
import {
  createTemporaryFile,
  makeFolder,
  streamFile,
  sweepTemporaryFiles,
  syncFolder,
  type TemporaryFile,
} from "./files.ts";
import { isThumbnailMediaType, makeThumbnail } from "./images.ts";
import { limits } from "./limits.ts";
import { copyFormats, forPrograms, makeSiteCopy, type SiteCopy, siteCopies } from "./site-copies.ts";

const thumbnailsWaiting = 64; // thumbnails that wait to be made
const damagedImages = 10_000; // images that are known to be damaged
const damagedMs = 10 * minuteMs; // a damaged image

/** Pixels (decisions 5). */
const heights: Readonly<Record<ThumbnailSize, number>> = { sm: 200, md: 400, lg: 800 };

/** A copy of an image: one of the protocol's, by its height, or one of the site's. */
export type CopySize = ThumbnailSize | SiteCopy;

const sizes: readonly CopySize[] = [...(Object.keys(heights) as ThumbnailSize[]), ...siteCopies];

/** Smaller copies of images, made once and stored. */
export interface Thumbnails {
  /**
   * The copy of an image, made by the first call; null where the caller must serve the original: for other formats
   * than JPEG, PNG and WebP (an avatar may be a GIF, too), and for an image that can't be decoded within the limits.
   * @param mediaType of the original
   * @throws AppError RATE_LIMITED when too many others wait to be made
   * @throws ENOENT when the original is missing
   */
  open(hash: Hash, size: CopySize, mediaType: string): Promise<Thumbnail | null>;
  /** The copy of an image that was made before; null for any other. */
  find(hash: Hash, size: CopySize, mediaType: string): Promise<Thumbnail | null>;
  /** Removes all sizes of an original. */
  remove(hash: Hash): Promise<void>;
  /** Removes the unfinished files that a crash left; returns how many. */
  sweepTemporary(): Promise<number>;
}

interface Thumbnail extends ThumbnailFile {
  readonly mediaType: string;
}

interface ThumbnailFile {
  /** Bytes. */
  readonly size: number;
  read(range?: ByteRange): AsyncIterable<Uint8Array>;
}

/** The storage of thumbnails, and the folder for unfinished ones. */
export interface ThumbnailFiles {
  /** A folder of this machine for unfinished files. */
  readonly temporary: string;
  find(hash: Hash, size: CopySize): Promise<ThumbnailFile | null>;
  /** Takes a finished file. */
  add(hash: Hash, size: CopySize, file: TemporaryFile): Promise<void>;
  remove(hash: Hash, size: CopySize): Promise<void>;
}

interface ThumbnailOptions {
  readonly files: ThumbnailFiles;
  readonly blobs: Pick<Blobs, "read">;
  /** How many are made at a time. */
  readonly atATime?: number;
  /** How many may wait to be made. */
  readonly waiting?: number;
  /** How long (ms) a damaged image is not tried again. */
  readonly retryDamagedAfterMs?: number;
}

export function createThumbnails(options: ThumbnailOptions): Thumbnails {
  const { files, blobs, atATime = limits.thumbnails, waiting = thumbnailsWaiting } = options;
  const { retryDamagedAfterMs = damagedMs } = options;
  const { temporary } = files;
  const queue = createQueue({ atATime, waiting });
  const making = new Map<string, Promise<boolean>>();
  const damaged = new LRUCache<Hash, true>({ max: damagedImages, ttl: retryDamagedAfterMs });

  /** Concurrent calls for the same thumbnail share one run. */
  function makeOnce(hash: Hash, size: CopySize, mediaType: string): Promise<boolean> {
    const key = `${size}/${hash}`;
    const shared = making.get(key);
    if (shared !== undefined) {
      return shared;
    }
    const made = queue.run(null, () => make(hash, size, mediaType)).finally(() => making.delete(key));
    making.set(key, made);
    return made;
  }

  async function make(hash: Hash, size: CopySize, mediaType: string): Promise<boolean> {
    await using original = await createTemporaryFile(temporary);
    await using small = await createTemporaryFile(temporary);
    // The decoder reads a file piece by piece; it would take a stream into memory as a whole.
    await writeFile(original.path, blobs.read(hash), { flag: "wx", mode: 0o600 });
    try {
      await makeCopy(original.path, small.path, size, mediaType);
    } catch (error) {
      if (hasCode(error, "UNUSABLE_IMAGE")) {
        damaged.set(hash, true);
        return false;
      }
      throw error;
    }
    await files.add(hash, size, small);
    return true;
  }

  async function find(hash: Hash, size: CopySize, mediaType: string): Promise<Thumbnail | null> {
    const made = typeOfCopy(size, mediaType);
    const found = made === null ? null : await files.find(hash, size);
    return found && made !== null ? { ...found, mediaType: made } : null;
  }

  return {
    find,
    async open(hash, size, mediaType) {
      if (typeOfCopy(size, mediaType) === null) return null;
      const stored = await find(hash, size, mediaType);
      if (stored !== null || damaged.has(hash)) {
        return stored;
      }
      return (await makeOnce(hash, size, mediaType)) ? find(hash, size, mediaType) : null;
    },
    async remove(hash) {
      for (const size of sizes) await files.remove(hash, size);
    },
    sweepTemporary: () => sweepTemporaryFiles(temporary),
  };
}

const isHeight = (size: CopySize): size is ThumbnailSize => Object.hasOwn(heights, size);

/** The media type of a copy; null for an image that has none of this size. */
function typeOfCopy(size: CopySize, original: string): string | null {
  if (isHeight(size)) return isThumbnailMediaType(original) ? original : null;
  const isTaken = size.startsWith("avatar-")
    ? Object.hasOwn(copyFormats, original)
    : isThumbnailMediaType(original);
  if (!isTaken) return null;
  return size === forPrograms ? "image/jpeg" : "image/webp";
}

/** @throws AppError UNUSABLE_IMAGE */
async function makeCopy(source: string, target: string, size: CopySize, mediaType: string): Promise<void> {
  if (!isHeight(size)) await makeSiteCopy(source, target, size, mediaType);
  else if (isThumbnailMediaType(mediaType)) await makeThumbnail(source, target, heights[size], mediaType);
}

/** Thumbnails in `<folder>/{size}/ab/0xab…`. */
export function thumbnailsInFolder(folder: string): ThumbnailFiles {
  const pathOf = (hash: Hash, size: CopySize) => blobPath(join(folder, size), hash);
  return {
    temporary: join(folder, "tmp"),
    async find(hash, size) {
      const { path } = pathOf(hash, size);
      const found = await stat(path).catch(() => null);
      return found && { size: found.size, read: (range) => streamFile(path, range) };
    },
    async add(hash, size, file) {
      const { shard, path } = pathOf(hash, size);
      await makeFolder(shard);
      await file.moveTo(path);
      await syncFolder(shard);
    },
    remove: (hash, size) => rm(pathOf(hash, size).path, { force: true }),
  };
}
