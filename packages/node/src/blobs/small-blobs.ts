import { Readable } from "node:stream";
import type { Hash } from "@freehold/protocol";
import { hasCode } from "../errors/errors.ts";
import { type Blobs, type ByteRange, blobTooLarge, requireRange } from "./blobs.ts";

/**
 * Small contents in another place than files: in the database, where one commit makes them durable together with the rows
 * that name them.
 */
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
 * and so is everything of an earlier version, and of a backup. Where files are in another machine, the database counts first.
 */
export function withSmallBytes(files: Blobs, small: SmallBytes): Blobs {
  // The database comes first, so that no request over the network is needed.
  const smallFirst = files.remote !== undefined;
  const findSmall = async (hash: Hash) =>
    smallFirst || (await files.size(hash)) === null ? await small.find(hash) : null;

  async function* readEither(hash: Hash, range?: ByteRange, size?: number): AsyncGenerator<Uint8Array> {
    const bytes = await findSmall(hash);
    if (bytes) yield range ? bytes.subarray(range.start, range.end + 1) : bytes;
    else yield* files.read(hash, range, size);
  }

  return {
    ...files,
    read(hash, range, size) {
      if (size !== undefined && size >= small.below) return files.read(hash, range, size);
      if (range) requireRange(range);
      return Readable.from(readEither(hash, range, size), { objectMode: false });
    },
    async readAll(hash, maxBytes) {
      const first = smallFirst ? await small.find(hash) : null;
      if (first && first.length <= maxBytes) return first;
      try {
        return await files.readAll(hash, maxBytes);
      } catch (error) {
        const bytes = hasCode(error, "BLOB_NOT_FOUND") ? await small.find(hash) : null;
        if (!bytes) throw error;
        if (bytes.length > maxBytes) throw blobTooLarge(maxBytes);
        return bytes;
      }
    },
    async size(hash) {
      const first = smallFirst ? await small.size(hash) : null;
      return first ?? (await files.size(hash)) ?? (await small.size(hash));
    },
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
