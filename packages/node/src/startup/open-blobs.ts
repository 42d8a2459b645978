import { join } from "node:path";
import type { Blobs } from "../blobs/blobs.ts";
import { createDiskBlobs } from "../blobs/disk-blobs.ts";
import { openS3Storage } from "../blobs/s3/open-s3-storage.ts";
import { withSmallBytes } from "../blobs/small-blobs.ts";
import { createThumbnails, type Thumbnails, thumbnailsInFolder } from "../blobs/thumbnails.ts";
import type { Config } from "../config/config.ts";
import type { Events, Log } from "../context.ts";
import { limits } from "../domain/limits.ts";
import { findContentBytes, measureContentBytes, removeContentBytes } from "../store/contents.ts";
import type { Store } from "../store/database.ts";

type Location = Pick<Config, "dataDir" | "s3" | "cacheBytes">;

/** The contents of a node, and smaller copies of its images. */
export interface OpenBlobs {
  readonly blobs: Blobs;
  readonly thumbnails: Thumbnails;
}

/**
 * Opens the contents of a node: objects in S3 or files in its data folder, and small ones that were pulled in the database
 * (null: it can't be opened). It makes no request to S3, so that a node starts also while S3 does not answer.
 */
export function openBlobs(
  { dataDir, s3, cacheBytes }: Location,
  store: Store | null,
  log: Pick<Log, "warn">,
  events?: Events,
): OpenBlobs {
  const opened = s3
    ? openS3Storage({
        location: s3,
        dataDir,
        cacheBytes,
        log,
        onAnswer: (answer) => events?.emit("storage.answered", answer),
        onRead: (read) => events?.emit("cache.read", read),
      })
    : {
        blobs: createDiskBlobs(join(dataDir, "contents")),
        files: thumbnailsInFolder(join(dataDir, "thumbnails")),
      };
  const blobs = store ? withRows(opened.blobs, store) : opened.blobs;
  return { blobs, thumbnails: createThumbnails({ files: opened.files, blobs }) };
}

function withRows(blobs: Blobs, store: Store): Blobs {
  return withSmallBytes(blobs, {
    below: limits.pulledTogetherBytes,
    find: (hash) => findContentBytes(store.db, hash),
    size: (hash) => measureContentBytes(store.db, hash),
    remove: (hash) => store.transaction((tx) => removeContentBytes(tx, hash)),
  });
}
