import { Readable } from "node:stream";
import type { Hash } from "@freehold/protocol";
import { hasCode } from "../errors/errors.ts";
import { type Blobs, type ByteRange, blobTooLarge, requireRange } from "./blobs.ts";

/** Small contents in another place than files: in the database, where one commit makes them and what names them durable. */
export interface SmallBytes {
  /** All others are files (bytes). */
  readonly below: number;
  /** The bytes, or null. */
  find(hash: Hash): Promise<Uint8Array | null>;
  /** Their length, or null. */
  size(hash: Hash): Promise<number | null>;
  /** Removes them, if they are there. */
  remove(hash: Hash): Promise<void>;
}

/**
 * The blobs of `files` and those of `small`, into which only others write. A file counts first: the owner's contents are files,
 * and so is everything of an earlier version, and of a backup.
 */
export function withSmallBytes(files: Blobs, small: SmallBytes): Blobs {
  const findSmall = async (hash: Hash) => ((await files.size(hash)) === null ? await small.find(hash) : null);

  async function* readEither(hash: Hash, range?: ByteRange): AsyncGenerator<Uint8Array> {
    const bytes = await findSmall(hash);
    if (bytes) yield range ? bytes.subarray(range.start, range.end + 1) : bytes;
    else yield* files.read(hash, range);
  }

  return {
    ...files,
    read(hash, range, size) {
      if (size !== undefined && size >= small.below) return files.read(hash, range);
      if (range) requireRange(range);
      return Readable.from(readEither(hash, range), { objectMode: false });
    },
    async readAll(hash, maxBytes) {
      try {
        return await files.readAll(hash, maxBytes);
      } catch (error) {
        const bytes = hasCode(error, "BLOB_NOT_FOUND") ? await small.find(hash) : null;
        if (!bytes) throw error;
        if (bytes.length > maxBytes) throw blobTooLarge(maxBytes);
        return bytes;
      }
    },
    size: async (hash) => (await files.size(hash)) ?? (await small.size(hash)),
    async remove(hash) {
      await files.remove(hash);
      await small.remove(hash);
    },
    async setAside(hash) {
      const bytes = await findSmall(hash);
      if (!bytes) return await files.setAside(hash);
      await files.setAside(hash, bytes);
      await small.remove(hash);
    },
  };
}
