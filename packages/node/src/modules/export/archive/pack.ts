import { createReadStream, createWriteStream } from "node:fs";
import { opendir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Pack } from "tar-stream";
import { type Placing, placeFile } from "../../../blobs/place-file.ts";
import { writeTar } from "../../../domain/files/write-tar.ts";

/** A kind of archive, by the end of its name. */
export type ArchiveKind = "tar.gz" | "zip";

/** The kind of archive that a file name asks for; null for the name of a folder. */
export function archiveKindOf(path: string): ArchiveKind | null {
  if (/\.(?:tar\.gz|tgz)$/i.test(path)) return "tar.gz";
  return /\.zip$/i.test(path) ? "zip" : null;
}

/** The name of an archive until it is complete. */
export const partOf = (path: string): string => `${path}.part`;

interface Packing extends Placing {
  /** The folder inside the archive around everything. */
  readonly name: string;
  readonly kind: ArchiveKind;
  readonly signal: AbortSignal;
}

/**
 * Packs a folder into a file that gets its name when it is complete. The folder is removed; for a tar each file once it is
 * packed, so that both together take little more space than one.
 *
 * @throws AppError FILE_EXISTS, ENOSPC for a full disk, the signal's reason
 */
export async function packFolder(folder: string, path: string, packing: Packing): Promise<void> {
  const temporary = partOf(path);
  try {
    await rm(temporary, { force: true });
    await (packing.kind === "zip" ? writeZip : writeTarOf)(folder, temporary, packing);
    await placeFile(temporary, path, packing);
  } finally {
    await rm(temporary, { force: true });
  }
  await rm(folder, { recursive: true, force: true });
}

async function writeTarOf(folder: string, path: string, { name, signal }: Packing): Promise<void> {
  await writeTar(path, { compressor: createGzip(), flush: true, signal }, (tar) =>
    moveFolder(tar, folder, name, signal),
  );
}

/** Adds a folder to the file, and removes each of its files once it is added. */
async function moveFolder(tar: Pack, folder: string, name: string, signal: AbortSignal): Promise<void> {
  const { mtime } = await stat(folder);
  tar.entry({ name, type: "directory", mode: 0o700, mtime });
  for await (const entry of await opendir(folder)) {
    signal.throwIfAborted();
    const path = join(folder, entry.name);
    const inside = `${name}/${entry.name}`;
    if (entry.isDirectory()) {
      await moveFolder(tar, path, inside, signal);
    } else if (entry.isFile()) {
      const { size, mtime } = await stat(path);
      const target = tar.entry({ name: inside, size, mode: 0o600, mtime });
      await pipeline(createReadStream(path), target, { signal });
      await rm(path);
    }
  }
}

/** A format that a browser and every desktop opens; its table at the end has a row for each file. */
async function writeZip(folder: string, path: string, { name, signal }: Packing): Promise<void> {
  const { ZipFile } = await import("yazl");
  const zip = new ZipFile();
  const out = createWriteStream(path, { flags: "wx", mode: 0o600, flush: true });
  const written = pipeline(zip.outputStream, out, { signal });
  const failed = new Promise<never>((_resolve, reject) => zip.on("error", reject));
  for await (const inside of filesOf(folder, "")) zip.addFile(join(folder, inside), `${name}/${inside}`);
  zip.end();
  await Promise.race([written, failed]);
}

async function* filesOf(folder: string, below: string): AsyncGenerator<string> {
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* filesOf(folder, path);
    else if (entry.isFile()) yield path;
  }
}
