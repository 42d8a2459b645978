import { type FileHandle, open, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import type { ImportArchive } from "../source.ts";
import { openFolder } from "./open-folder.ts";

/**
 * Opens a zip, a tar (also packed by gzip) or a folder for reading by name. Nothing of it is written to a place that it
 * names: a tar is unpacked into one nameless temporary file.
 *
 * @param temporary the folder for that file
 * @returns null for another kind of file
 * @throws ImportError IMPORT_INVALID for an archive that is cut off or damaged, leads out of itself, or holds too much
 */
export async function openArchive(path: string, temporary: string = tmpdir()): Promise<ImportArchive | null> {
  if ((await stat(path)).isDirectory()) return openFolder(path);
  const begin = await readBeginning(path, 512);
  if (begin.subarray(0, 4).equals(zipStart) || begin.subarray(0, 4).equals(emptyZip))
    return (await import("./open-zip.ts")).openZip(path);
  const isGzip = begin[0] === 0x1f && begin[1] === 0x8b;
  const isTar = begin.subarray(257, 262).toString("latin1") === "ustar";
  return isGzip || isTar ? (await import("./open-tar.ts")).openTar(path, { isGzip, temporary }) : null;
}

const zipStart = Buffer.from("PK\x03\x04", "latin1");
const emptyZip = Buffer.from("PK\x05\x06", "latin1");

/** The first bytes of a file; fewer where it is shorter. */
export async function readBeginning(path: string, bytes: number): Promise<Buffer> {
  await using file: FileHandle = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
  return buffer.subarray(0, bytesRead);
}
