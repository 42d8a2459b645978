import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { readTar, TarError } from "@freehold/protocol/internal";
import { codeOf } from "../../errors/errors.ts";
import { invalidBackup } from "./archive-format.ts";

/** One file of an archive. Read its bytes before asking for the next entry. */
export interface ArchiveEntry {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * Reads an archive from beginning to end in bounded memory, however large it unpacks.
 *
 * @throws AppError BACKUP_INVALID for a file that is not an archive or is cut off, and for entries other than plain files
 */
export async function* readArchive(path: string, signal?: AbortSignal): AsyncGenerator<ArchiveEntry> {
  const unpacked = createZstdDecompress();
  // A failure of the file ends the reading of the unpacked bytes.
  pipeline(createReadStream(path), unpacked, signal ? { signal } : {}).catch(() => {});
  try {
    for await (const { kind, isExtended, path: name, size, bytes } of readTar(unpacked)) {
      if (kind !== "file" || isExtended)
        throw invalidBackup(
          "The backup holds something that is not a plain file (a link, a folder, a longer name).",
        );
      yield { name, size, bytes: explained(bytes) };
    }
  } catch (error) {
    throw describeFailure(error);
  }
}

async function* explained(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    throw describeFailure(error);
  }
}

function describeFailure(error: unknown): unknown {
  // The unpacker does not find the first bytes of an archive.
  if (codeOf(error) === "ZSTD_error_prefix_unknown")
    return invalidBackup("This file is not a backup of Freehold, or its beginning is damaged.");
  const isDamaged = error instanceof TarError || /^Z_|^ZSTD_|^ERR_ZLIB/.test(codeOf(error));
  return isDamaged
    ? invalidBackup(`The backup is cut off or damaged: ${error instanceof Error ? error.message : error}.`)
    : error;
}
