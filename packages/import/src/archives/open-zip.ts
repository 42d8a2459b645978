import { stat } from "node:fs/promises";
import { crc32 } from "node:zlib";
import type { Entry, ZipFile } from "yauzl";
import { ImportError, invalidImport } from "../errors.ts";
import { importFormatLimits as limits } from "../limits.ts";
import type { ImportArchive } from "../source.ts";
import { ArchiveBudget, checkLink, parseEntryName } from "./archive-entries.ts";
import { decodeZipNames } from "./zip-names.ts";

/**
 * Opens a zip by its directory; bytes are unpacked when an entry is opened.
 *
 * @throws ImportError IMPORT_INVALID
 */
export async function openZip(path: string): Promise<ImportArchive> {
  const { openPromise } = await import("yauzl");
  let zip: ZipFile | null = null;
  try {
    zip = await openPromise(path, { autoClose: false, lazyEntries: true, decodeStrings: false });
    const budget = new ArchiveBudget();
    let packed = 0;
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) {
      budget.count(entry.uncompressedSize);
      budget.checkRatio(entry.compressedSize, entry.uncompressedSize);
      packed += entry.compressedSize;
      entries.push(entry);
    }
    const names = decodeZipNames(entries);
    for (const [index, entry] of entries.entries()) await addEntry(zip, entry, names[index] ?? "", budget);
    if (packed > (await stat(path)).size) throw invalidImport("The zip says that its files overlap.");
    const opened = zip;
    return { entries: budget.sorted(), close: () => closeZip(opened) };
  } catch (error) {
    zip?.close();
    throw describeZipError(error);
  }
}

async function addEntry(zip: ZipFile, entry: Entry, written: string, budget: ArchiveBudget): Promise<void> {
  if (/[\\/]$/.test(written)) return;
  const name = parseEntryName(written);
  if (name === null) return;
  if (isLink(entry)) {
    checkLink(name, await readLink(zip, entry));
    return;
  }
  if (entry.isEncrypted()) throw invalidImport("The zip has a password. Unpack it, and import the folder.");
  budget.add({ name, size: entry.uncompressedSize, open: async () => openEntry(zip, entry, name) });
}

/** Made on Unix, with the mode of a symbolic link. */
function isLink({ versionMadeBy, externalFileAttributes }: Entry): boolean {
  return versionMadeBy >>> 8 === 3 && ((externalFileAttributes >>> 16) & 0o170000) === 0o120000;
}

async function readLink(zip: ZipFile, entry: Entry): Promise<string> {
  if (entry.uncompressedSize > limits.archiveNameLength)
    throw invalidImport("The zip holds a link that is too long.");
  const chunks: Uint8Array[] = [];
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks).toString("utf8");
}

/** The bytes of an entry, with its checksum checked at the end; yauzl checks its size. */
async function* openEntry(zip: ZipFile, entry: Entry, name: string): AsyncGenerator<Uint8Array> {
  try {
    let sum = 0;
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      sum = crc32(chunk as Uint8Array, sum);
      yield chunk as Uint8Array;
    }
    if (sum !== entry.crc32) throw invalidImport(`${name} in the zip is damaged: its checksum is wrong.`);
  } catch (error) {
    throw describeZipError(error, name);
  }
}

function describeZipError(error: unknown, name = "The zip"): unknown {
  if (error instanceof ImportError || !(error instanceof Error)) return error;
  const isTheFile = "code" in error && /^E[A-Z]+$/.test(String(error.code)) && "syscall" in error;
  if (isTheFile) return error;
  if (/unsupported compression method/.test(error.message))
    return invalidImport(
      `${name} is packed in the zip by a method that can't be read here. Unpack it, and import the folder.`,
      error,
    );
  const [why = ""] = error.message.split(". ");
  return invalidImport(`${name} is cut off or damaged: ${why}`, error);
}

async function closeZip(zip: ZipFile): Promise<void> {
  zip.close();
}
