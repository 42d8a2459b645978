import { join } from "node:path";
import type { Hash } from "@freehold/protocol";
import { type Blobs, hashBytes } from "../../blobs/blobs.ts";
import { createDiskBlobs } from "../../blobs/disk-blobs.ts";
import { openS3Storage } from "../../blobs/s3/open-s3-storage.ts";
import type { Context } from "../../context.ts";
import { AppError, hasCode } from "../../errors/errors.ts";
import { holdData } from "../../store/open-store.ts";

interface MoveOptions {
  readonly to: "s3" | "disk";
  readonly onProgress?: (moved: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** The contents that were moved, and those that were not. */
export interface MovedContents {
  readonly moved: number;
  readonly bytes: number;
  /** Contents whose bytes don't match their hash. */
  readonly damaged: readonly Hash[];
}

/**
 * Moves all contents between the data folder and S3, while no process of the node runs. Compares each content with its hash, and
 * removes it from the old storage once it is durable in the new one. If a run is stopped, the next one continues it. Thumbnails
 * are made again.
 *
 * @throws AppError BAD_CONFIGURATION without S3_URL; Error when a process works on the node
 */
export async function moveContents(
  { config, log }: Pick<Context, "config" | "log">,
  { to, onProgress, signal }: MoveOptions,
): Promise<MovedContents> {
  const { dataDir, s3 } = config;
  if (!s3)
    throw new AppError(
      "BAD_CONFIGURATION",
      "S3_URL is not set. It names the storage to move files to or from.",
    );
  await using _ = await holdData(config, "alone");
  const disk = createDiskBlobs(join(dataDir, "contents"));
  const { blobs: objects } = openS3Storage({ location: s3, dataDir, cacheBytes: 0, log });
  const [source, target] = to === "s3" ? [disk, objects] : [objects, disk];
  await source.sweepTemporary();
  let [moved, bytes] = [0, 0];
  const damaged: Hash[] = [];
  for await (const { hash } of source.list()) {
    signal?.throwIfAborted();
    const size = await moveOne(hash, source, target, signal);
    if (size === null) {
      damaged.push(hash);
      continue;
    }
    await source.remove(hash);
    moved += 1;
    bytes += size;
    onProgress?.(moved);
  }
  return { moved, bytes, damaged };
}

/** @returns its size in bytes; null when the source is damaged */
async function moveOne(
  hash: Hash,
  source: Blobs,
  target: Blobs,
  signal?: AbortSignal,
): Promise<number | null> {
  const size = (await source.size(hash)) ?? 0;
  // A run that was stopped may have left the content in both storages.
  if ((await target.size(hash)) === size && (await hashBytes(target.read(hash), signal)) === hash)
    return size;
  try {
    await target.put(source.read(hash), { maxBytes: size, expected: hash, signal });
    return size;
  } catch (error) {
    if (hasCode(error, "BLOB_MISMATCH", "BLOB_TOO_LARGE")) return null;
    throw error;
  }
}
