import { createReadStream } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { createGunzip } from "node:zlib";
import { invalidImport } from "../errors.ts";
import type { ImportArchive } from "../source.ts";
import { openFolder } from "./open-folder.ts";
import { streamFile } from "./stream-file.ts";

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
      `This is an archive of the kind ${other[1]}. Unpack it, and import the folder or a zip of it.`,
    );
  const isGzip = begin[0] === 0x1f && begin[1] === 0x8b;
  const isTar = begin.subarray(257, 262).toString("latin1") === "ustar";
  if (!isGzip && !isTar) {
    const start = await findZip(path);
    return start === null ? null : await (await import("./nested-zips.ts")).openZips(path, temporary, start);
  }
  const { openGzip, openTar } = await import("./open-tar.ts");
  const isPackedFile = isGzip && !(await holdsTar(path));
  return isPackedFile ? openGzip(path, { temporary }) : openTar(path, { isGzip, temporary });
}

/**
 * The first byte of a zip behind others, as a server's empty line or a program that unpacks it; 0 where its directory counts those bytes,
 * and null where the file ends with no zip.
 */
async function findZip(path: string): Promise<number | null> {
  const { size } = await stat(path);
  const from = Math.max(0, size - longestEnd);
  const tail = Buffer.concat(await Array.fromAsync(streamFile(path, from)));
  const at = tail.lastIndexOf(emptyZip);
  if (at < 0 || at + 22 > tail.length || at + 22 + tail.readUInt16LE(at + 20) !== tail.length) return null;
  const directory = from + at - tail.readUInt32LE(at + 12);
  const start = directory - tail.readUInt32LE(at + 16);
  if (start === 0) return 0;
  return start > 0 && (await readBeginning(path, 4, start)).equals(zipStart) ? start : null;
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
const longestEnd = 22 + 65_535; // bytes behind the directory of a zip, with its comment

/** The first bytes of a file, or those at a place in it; fewer where it is shorter. */
export async function readBeginning(path: string, bytes: number, at = 0): Promise<Buffer> {
  await using file: FileHandle = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, at);
  return buffer.subarray(0, bytesRead);
}
