import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { createGunzip } from "node:zlib";
import { AppError } from "../../../errors/errors.ts";
import { watchTarHeaders } from "../../backup/tar-headers.ts";
import type { ImportArchive } from "../source.ts";
import { ArchiveBudget, checkLink, invalidImport, parseEntryName } from "./archive-entries.ts";
import { importFormatLimitValues as limits } from "./limits.ts";

/**
 * Opens a tar: its files are unpacked into one temporary file, because a packed tar can only be read from its beginning.
 * The temporary file has no name while it is open, so that nothing is left of it after a crash.
 *
 * @throws AppError IMPORT_INVALID
 */
export async function openTar(
  path: string,
  { isGzip, temporary }: { isGzip: boolean; temporary: string },
): Promise<ImportArchive> {
  const spoolPath = join(temporary, `freehold-import-${randomUUID()}`);
  const spool = await open(spoolPath, "wx+", 0o600);
  const remove = () => rm(spoolPath, { force: true });
  // Where an open file can't be removed, it is removed when it is closed.
  await remove().catch(() => {});
  const close = async () => {
    await spool.close();
    await remove();
  };
  try {
    const budget = new ArchiveBudget();
    await unpack(path, isGzip, spool, budget);
    return { entries: budget.sorted(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function unpack(
  path: string,
  isGzip: boolean,
  spool: FileHandle,
  budget: ArchiveBudget,
): Promise<void> {
  const { extract } = await import("tar-stream");
  const tar = extract();
  const packed = (await stat(path)).size;
  let unpacked = 0;
  async function* count(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      unpacked += chunk.length;
      budget.checkRatio(packed, unpacked);
      yield chunk;
    }
  }
  const check = (type: string, size: number) => checkHeader(type, size, budget);
  const watched = (source: AsyncIterable<Buffer>) => watchTarHeaders(count(source), check);
  const sink = tar as unknown as NodeJS.WritableStream;
  const file = createReadStream(path);
  const stop = new AbortController();
  const options = { signal: stop.signal };
  const flow = isGzip
    ? pipeline(file, createGunzip(), watched, sink, options)
    : pipeline(file, watched, sink, options);
  const failure = flow.then(
    () => null,
    (error: unknown) => error,
  );
  try {
    let offset = 0;
    for await (const entry of tar) {
      const { type, linkname } = entry.header;
      const name = type === "directory" ? null : parseEntryName(entry.header.name);
      if (name !== null && (type === "symlink" || type === "link"))
        checkLink(type === "link" ? "" : name, linkname ?? "");
      if (name === null || (type !== "file" && type !== "contiguous-file")) {
        entry.resume();
        continue;
      }
      const start = offset;
      for await (const chunk of entry) offset += await writeAll(spool, chunk as Buffer, offset);
      addEntry(budget, spool, { name, start, size: offset - start });
    }
    await flow;
  } catch (error) {
    throw describeTarError((await Promise.race([failure, setImmediate(null)])) ?? error, error);
  } finally {
    stop.abort();
    tar.destroy();
  }
}

/** Long names and other extensions are short; every other entry counts with its size. */
function checkHeader(type: string, size: number, budget: ArchiveBudget): void {
  if (Number.isNaN(size)) throw invalidImport("The tar is damaged: it holds a file of no length.");
  if (/[xgLK]/.test(type) && size > 16 * limits.archiveNameLength)
    throw invalidImport("The tar holds a path that is too long.");
  budget.count(size);
}

async function writeAll(spool: FileHandle, chunk: Buffer, position: number): Promise<number> {
  for (let written = 0; written < chunk.length; )
    written += (await spool.write(chunk, written, chunk.length - written, position + written)).bytesWritten;
  return chunk.length;
}

function addEntry(
  budget: ArchiveBudget,
  spool: FileHandle,
  { name, start, size }: { name: string; start: number; size: number },
): void {
  const read = async () => readPart(spool, start, size);
  budget.add({ name, size, open: read });
}

// Not a limit: how much of a file is read at once.
const chunkBytes = 64 * 1024;

async function* readPart(spool: FileHandle, start: number, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; ) {
    const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, size - at));
    const { bytesRead } = await spool.read(buffer, 0, buffer.length, start + at);
    if (bytesRead === 0) throw invalidImport("The unpacked file is shorter than it was.");
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

function describeTarError(cause: unknown, error: unknown): unknown {
  const first = [cause, error].find((one) => one instanceof AppError) ?? cause;
  if (first instanceof AppError || !(first instanceof Error)) return first;
  const isTheFile = "syscall" in first;
  return isTheFile ? first : invalidImport(`The archive is cut off or damaged: ${first.message}.`, first);
}
