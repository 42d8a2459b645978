import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { readTar, TarError } from "@freehold/protocol/internal";
import { codeOf, invalidImport } from "../errors.ts";
import { importFormatLimits as limits } from "../limits.ts";
import type { ImportArchive } from "../source.ts";
import { ArchiveBudget, checkLink, parseEntryName } from "./archive-entries.ts";

/**
 * Opens a file that gzip packed, as an archive of that one file.
 *
 * @throws ImportError IMPORT_INVALID
 */
export async function openGzip(path: string, { temporary }: { temporary: string }): Promise<ImportArchive> {
  return await openSpooled(temporary, async (spool, budget) => {
    let size = 0;
    for await (const chunk of openCounted(path, true, budget)) size += await writeAll(spool, chunk, size);
    budget.count(size);
    addEntry(budget, spool, { name: basename(path).replace(/\.gz$/i, "") || "file", start: 0, size });
  });
}

/**
 * Opens a tar: its files are unpacked into one temporary file, because a packed tar can only be read from its beginning.
 * The temporary file has no name while it is open, so that nothing is left of it after a crash.
 *
 * @throws ImportError IMPORT_INVALID
 */
export async function openTar(
  path: string,
  { isGzip, temporary }: { isGzip: boolean; temporary: string },
): Promise<ImportArchive> {
  return await openSpooled(temporary, (spool, budget) => unpack(path, isGzip, spool, budget));
}

/** @param fill unpacks an archive into the temporary file */
async function openSpooled(
  temporary: string,
  fill: (spool: FileHandle, budget: ArchiveBudget) => Promise<void>,
): Promise<ImportArchive> {
  const spoolPath = join(temporary, `freehold-import-${randomUUID()}`);
  const spool = await open(spoolPath, "wx+", 0o600);
  const remove = () => rm(spoolPath, { force: true });
  // A system that can't remove an open file removes it when it is closed.
  await remove().catch(() => {});
  const close = async () => {
    await spool.close();
    await remove();
  };
  try {
    const budget = new ArchiveBudget();
    await fill(spool, budget).catch((error: unknown) => {
      throw describeTarError(error);
    });
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
  let offset = 0;
  for await (const entry of readTar(openCounted(path, isGzip, budget))) {
    budget.count(entry.size);
    const name = entry.kind === "folder" ? null : parseEntryName(entry.path);
    if (name === null) continue;
    if (entry.kind === "symlink") checkLink(name, entry.link);
    else if (entry.kind === "hardlink") checkLink("", entry.link);
    if (entry.kind !== "file") continue;
    const start = offset;
    for await (const chunk of entry.bytes) offset += await writeAll(spool, chunk, offset);
    addEntry(budget, spool, { name, start, size: offset - start });
  }
}

/** The unpacked bytes of a file, as long as they are no bomb. */
async function* openCounted(path: string, isGzip: boolean, budget: ArchiveBudget): AsyncGenerator<Buffer> {
  const packed = (await stat(path)).size;
  let unpacked = 0;
  for await (const chunk of openUnpacked(path, isGzip)) {
    unpacked += chunk.length;
    budget.checkRatio(packed, unpacked);
    if (unpacked > limits.archiveBytes)
      throw invalidImport("It holds too much once unpacked. Import it in parts.");
    yield chunk;
  }
}

function openUnpacked(path: string, isGzip: boolean): AsyncIterable<Buffer> {
  const file = createReadStream(path);
  if (!isGzip) return file;
  const gunzip = createGunzip();
  // A failure of the file ends the reading of the unpacked bytes.
  pipeline(file, gunzip).catch(() => {});
  return gunzip;
}

async function writeAll(spool: FileHandle, chunk: Uint8Array, position: number): Promise<number> {
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

function describeTarError(error: unknown): unknown {
  const isDamaged = error instanceof TarError || /^Z_|^ERR_ZLIB/.test(codeOf(error));
  return isDamaged && error instanceof Error
    ? invalidImport(`The archive is cut off or damaged: ${error.message}.`, error)
    : error;
}
