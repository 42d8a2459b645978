import { createReadStream } from "node:fs";
import { Transform, type TransformCallback } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { createZstdDecompress } from "node:zlib";
import { extract } from "tar-stream";
import { AppError, hasCode } from "../../errors/errors.ts";

/** One file of an archive, whose bytes are to be read before the next one is asked for. */
export interface ArchiveEntry {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * Reads an archive from its beginning to its end, a piece at a time, whatever it swells to.
 *
 * @throws AppError BACKUP_INVALID in words for what is no archive, for one that is cut off, and for entries that are no plain files
 */
export async function* readArchive(path: string, signal?: AbortSignal): AsyncGenerator<ArchiveEntry> {
  const tar = extract();
  const stop = new AbortController();
  const all = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const unpacked = pipeline(
    createReadStream(path),
    createZstdDecompress(),
    refuseOddEntries(),
    async (source: AsyncIterable<Uint8Array>) => {
      for await (const chunk of source) if (!tar.write(chunk)) await drained(tar);
      tar.end(undefined);
    },
    { signal: all },
  ).catch((error: unknown) => {
    tar.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  });
  // Its error comes out of the entries too; whoever stops early does not hear it.
  unpacked.catch(() => {});
  const told = async (error: unknown) =>
    inWords(
      error,
      await Promise.race([unpacked.then(nothing, (reason: unknown) => reason), setImmediate(null)]),
    );
  async function* bytesOf(entry: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
    try {
      yield* entry as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw await told(error);
    }
  }
  try {
    for await (const entry of tar) {
      const { name, size = 0, type } = entry.header;
      if (type !== "file")
        throw new AppError("BACKUP_INVALID", `The backup holds something that is no file: ${type}.`);
      yield { name, size, bytes: bytesOf(entry) };
      entry.resume();
    }
    await unpacked;
  } catch (error) {
    throw await told(error);
  } finally {
    stop.abort();
    tar.destroy();
  }
}

const nothing = () => null;

function drained(tar: ReturnType<typeof extract>): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => () => {
      tar.off("drain", onDrain);
      tar.off("close", onClose);
      act();
    };
    const onDrain = settle(resolve);
    const onClose = settle(() => reject(new Error("The reader stopped.")));
    tar.on("drain", onDrain);
    tar.on("close", onClose);
  });
}

function inWords(error: unknown, cause: unknown): unknown {
  const first = hasCode(cause, "BACKUP_INVALID") || isZlibError(cause) ? cause : error;
  if (isZlibError(first))
    return new AppError("BACKUP_INVALID", `The backup is cut off or damaged: ${first.message}.`);
  if (first instanceof Error && /unexpected end of data|invalid tar header/i.test(first.message)) {
    return new AppError("BACKUP_INVALID", `The backup is cut off or damaged: ${first.message}.`);
  }
  return first;
}

function isZlibError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && /^Z_|^ZSTD_|^ERR_ZLIB/.test(String(error.code));
}

// Not a limit: the owner's own archive.
const block = 512;
const place = { size: [124, 136], type: 156 } as const;

/**
 * Passes a tar file through and ends at the first entry that is no plain file. So nothing is ever read of a link, a
 * folder or a device, nor of the headers that extend others, which a reader would take into memory whatever their length.
 */
function refuseOddEntries(): Transform {
  let header = Buffer.alloc(0);
  let skip = 0;
  const look = (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; ) {
      const passed = Math.min(skip, chunk.length - at);
      at += passed;
      skip -= passed;
      if (skip > 0 || at === chunk.length) return;
      const part = chunk.subarray(at, at + block - header.length);
      header = Buffer.concat([header, part]);
      at += part.length;
      if (header.length < block) return;
      skip = lengthBehind(header);
      header = Buffer.alloc(0);
    }
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      try {
        look(chunk);
        done(null, chunk);
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
}

/** How many bytes of an entry follow its header, filled up to whole blocks. */
function lengthBehind(header: Buffer): number {
  if (header.every((byte) => byte === 0)) return 0;
  const type = header[place.type];
  if (type !== 0x30 && type !== 0) {
    throw new AppError(
      "BACKUP_INVALID",
      "The backup holds something that is no file (a link, a folder, a longer name).",
    );
  }
  const size = readSize(header.subarray(...place.size));
  if (!Number.isSafeInteger(size) || size < 0)
    throw new AppError("BACKUP_INVALID", "The backup holds a file of no length.");
  return Math.ceil(size / block) * block;
}

/** Octal digits, or for 8 GiB and more a number in base 256. */
function readSize(field: Buffer): number {
  if (field[0] === 0x80) return Number(field.subarray(4).readBigUInt64BE());
  const text = field.toString("latin1").replace(/[\0 ].*$/s, "");
  return /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : Number.NaN;
}
