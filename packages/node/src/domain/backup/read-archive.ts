import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { createZstdDecompress } from "node:zlib";
import { codeOf, hasCode } from "../../errors/errors.ts";
import { invalidBackup } from "./archive-format.ts";
import { watchTarHeaders } from "./tar-headers.ts";

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
 * @throws AppError BACKUP_INVALID for a file that is no archive or is cut off, and for entries other than plain files
 */
export async function* readArchive(path: string, signal?: AbortSignal): AsyncGenerator<ArchiveEntry> {
  const { extract } = await import("tar-stream");
  const tar = extract();
  const stop = new AbortController();
  const unpacked = pipeline(
    createReadStream(path),
    createZstdDecompress(),
    (source: AsyncIterable<Buffer>) => watchTarHeaders(source, refuseOddEntry),
    tar as unknown as NodeJS.WritableStream,
    { signal: signal ? AbortSignal.any([signal, stop.signal]) : stop.signal },
  );
  // The entries fail with the same error; a reader that stops early ignores it.
  const failure = unpacked.then(
    () => null,
    (error: unknown) => error,
  );
  const explain = async (error: unknown) =>
    describeFailure(error, await Promise.race([failure, setImmediate(null)]));
  async function* bytesOf(entry: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
    try {
      yield* entry as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw await explain(error);
    }
  }
  try {
    for await (const entry of tar) {
      const { name, size = 0, type } = entry.header;
      if (type !== "file") throw invalidBackup(`The backup holds something that is no file: ${type}.`);
      yield { name, size, bytes: bytesOf(entry) };
      entry.resume();
    }
    await unpacked;
  } catch (error) {
    throw await explain(error);
  } finally {
    stop.abort();
    tar.destroy();
  }
}

/** The first cause that says more than "the other stream ended", as a sentence for the owner. */
function describeFailure(error: unknown, cause: unknown): unknown {
  const first = hasCode(cause, "BACKUP_INVALID") || isZlibError(cause) ? cause : error;
  if (!(first instanceof Error)) return first;
  const isDamaged = isZlibError(first) || /unexpected end of data|invalid tar header/i.test(first.message);
  return isDamaged ? invalidBackup(`The backup is cut off or damaged: ${first.message}.`) : first;
}

function isZlibError(error: unknown): boolean {
  return /^Z_|^ZSTD_|^ERR_ZLIB/.test(codeOf(error));
}

/** Links, folders and devices are never read, nor headers that extend others. */
function refuseOddEntry(type: string, size: number): void {
  if (type !== "0")
    throw invalidBackup("The backup holds something that is no file (a link, a folder, a longer name).");
  if (Number.isNaN(size)) throw invalidBackup("The backup holds a file of no length.");
}
