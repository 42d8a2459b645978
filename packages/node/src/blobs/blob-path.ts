import { join } from "node:path";
import type { Hash } from "@freehold/protocol";

const hashPattern = /^0x[0-9a-f]{64}$/;

/** Whether a name is a content hash in the one spelling that names files. */
export function isBlobName(name: string): name is Hash {
  return hashPattern.test(name);
}

/**
 * Where a hash is kept below a folder: `<folder>/ab/0xab…`.
 * @throws TypeError for anything but a lower-case hash, so that nothing else ever becomes part of a path
 */
export function blobPath(folder: string, hash: Hash): { readonly shard: string; readonly path: string } {
  if (!isBlobName(hash)) {
    throw new TypeError("A content hash is 0x and 64 lower-case hex digits.");
  }
  const shard = join(folder, hash.slice(2, 4));
  return { shard, path: join(shard, hash) };
}
