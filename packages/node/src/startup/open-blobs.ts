import { join } from "node:path";
import type { Blobs } from "../blobs/blobs.ts";
import { createDiskBlobs } from "../blobs/disk-blobs.ts";
import { withSmallBytes } from "../blobs/small-blobs.ts";
import { limits } from "../domain/limits.ts";
import { findContentBytes, measureContentBytes, removeContentBytes } from "../store/contents.ts";
import type { Store } from "../store/database.ts";

/** The contents of a node: files in its data folder, and small ones that were pulled in the database (null: it can't be opened). */
export function openBlobs(dataDir: string, store: Store | null): Blobs {
  const files = createDiskBlobs(join(dataDir, "contents"));
  if (!store) return files;
  return withSmallBytes(files, {
    below: limits.pulledTogetherBytes,
    find: (hash) => findContentBytes(store.db, hash),
    size: (hash) => measureContentBytes(store.db, hash),
    remove: (hash) => store.transaction((tx) => removeContentBytes(tx, hash)),
  });
}
