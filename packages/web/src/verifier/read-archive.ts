import { createPathsOfArchive, parseArchivePath, readTar } from "@freehold/protocol/internal";
import { type ArchiveEntry, chunksOf, type PackedEntry } from "./packed-entry.ts";
import { readZip } from "./read-zip.ts";

/** Control characters, a separator of some systems, and the character that a decoder writes for bytes that are not UTF-8. */
const odd = /[\p{Cc}\\\ufffd]/u;

/**
 * The files of a `.tar.gz` or a `.zip`, in the order in which they can be read. Read each to its end before the next.
 *
 * The files are exactly those that a program unpacks: an archive that programs could read in two ways is refused.
 *
 * @throws Error for another kind of file, one that ends early, links, names that lead out of the archive or come twice, and a
 *   zip of more than 4 GB or 65,534 files
 */
export async function* readArchive(file: Blob): AsyncGenerator<ArchiveEntry> {
  const paths = createPathsOfArchive();
  for await (const { kind, path: written, bytes } of await openPacked(file)) {
    // The folder around everything.
    if (kind === "folder" && /^\.\/?$/.test(written)) continue;
    const path = odd.test(written) ? null : parseArchivePath(written);
    if (path === null) throw new Error(`A name is not the same on every system: ${written}`);
    if (!paths.add(path, kind)) throw new Error(`The archive has two files of this name: ${path}`);
    if (kind === "file") yield { path, bytes, from: "archive" };
  }
}

async function openPacked(file: Blob): Promise<AsyncIterable<PackedEntry>> {
  const head = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  if (head[0] === 0x1f && head[1] === 0x8b) return readTarGz(file);
  if (head[0] === 0x50 && head[1] === 0x4b) return readZip(file);
  throw new Error("This is neither a .tar.gz nor a .zip.");
}

async function* readTarGz(file: Blob): AsyncGenerator<PackedEntry> {
  const unpacked = file.stream().pipeThrough(new DecompressionStream("gzip"));
  for await (const { kind, path, bytes } of readTar(chunksOf(unpacked))) {
    if (kind !== "file" && kind !== "folder") throw new Error(`This is no file: ${path}`);
    yield { kind, path, bytes };
  }
}
