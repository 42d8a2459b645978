import { createReadStream } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { createGunzip } from "node:zlib";
import { invalidImport } from "../errors.ts";
import type { ImportArchive } from "../source.ts";
import { openFolder } from "./open-folder.ts";

/**
 * Opens a zip, a tar or another file (both also packed by gzip), or a folder for reading by name. Nothing of it is written to a place that it
 * names: a tar, and each zip of a zip that holds nothing else, is unpacked into a nameless temporary file.
 *
 * @param temporary the folder for such files
 * @returns null for another kind of file
 * @throws ImportError IMPORT_INVALID for an archive that is cut off or damaged, leads out of itself, or holds too much
 */
export async function openArchive(path: string, temporary: string = tmpdir()): Promise<ImportArchive | null> {
  if ((await stat(path)).isDirectory()) return openFolder(path);
  const begin = await readBeginning(path, 512);
  if (begin.subarray(0, 4).equals(zipStart) || begin.subarray(0, 4).equals(emptyZip))
    return await (await import("./nested-zips.ts")).openZips(path, temporary);
  const other = otherArchives.find(([start]) => start.test(begin.toString("hex", 0, 10)));
  if (other)
    throw invalidImport(
      `It is an archive of the kind ${other[1]}. Unpack it, and import the folder or a zip of it.`,
    );
  const isGzip = begin[0] === 0x1f && begin[1] === 0x8b;
  const isTar = begin.subarray(257, 262).toString("latin1") === "ustar";
  if (!isGzip && !isTar) return null;
  const { openGzip, openTar } = await import("./open-tar.ts");
  const isPackedFile = isGzip && !(await holdsTar(path));
  return isPackedFile ? openGzip(path, { temporary }) : openTar(path, { isGzip, temporary });
}

/** Whether a packed file holds a tar, or nothing that can be told. */
async function holdsTar(path: string): Promise<boolean> {
  const gunzip = createGunzip();
  const file = createReadStream(path, { end: 64 * 1024 });
  let begin = Buffer.alloc(0);
  try {
    for await (const chunk of file.pipe(gunzip)) {
      begin = Buffer.concat([begin, chunk as Buffer]);
      if (begin.length >= 512) break;
    }
  } catch {
    // A cut off file: its beginning may tell.
  } finally {
    file.destroy();
    gunzip.destroy();
  }
  return begin.subarray(257, 262).toString("latin1") === "ustar" || !isText(begin.subarray(0, 512));
}

/** Text has no zeros, but for UTF-16 behind its mark. */
const isText = (begin: Buffer) =>
  begin.length > 0 && (/^(?:\xff\xfe|\xfe\xff)/.test(begin.toString("latin1")) || !begin.includes(0));

/** Archives that are not read, by their first bytes. */
const otherArchives = [
  [/^377abcaf271c/, "7z"],
  [/^526172211a07/, "RAR"],
  [/^fd377a585a00/, "xz"],
  [/^425a683[1-9]314159265359/, "bzip2"],
  [/^28b52ffd/, "Zstandard"],
] as const;

const zipStart = Buffer.from("PK\x03\x04", "latin1");
const emptyZip = Buffer.from("PK\x05\x06", "latin1");

/** The first bytes of a file; fewer where it is shorter. */
export async function readBeginning(path: string, bytes: number): Promise<Buffer> {
  await using file: FileHandle = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
  return buffer.subarray(0, bytesRead);
}
