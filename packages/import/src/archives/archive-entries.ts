import { invalidImport } from "../errors.ts";
import { importFormatLimits as limits } from "../limits.ts";
import type { ArchiveEntry } from "../source.ts";

const archiveEntries = 200_000; // files of an archive or a folder

/**
 * The path of a file in an archive, relative and with `/` alone.
 *
 * @returns null for files that no import needs: hidden ones, and those that macOS adds
 * @throws ImportError IMPORT_INVALID for a path that leads out of the archive
 */
export function parseEntryName(written: string): string | null {
  const name = written.replaceAll("\\", "/");
  const parts = name.split("/").filter((part) => part !== "" && part !== ".");
  if (/^\/|^[a-z]:/i.test(name) || parts.includes("..") || name.includes("\0"))
    throw invalidImport(
      `The archive holds a path that leads out of it: ${JSON.stringify(written.slice(0, 200))}.`,
    );
  if (Buffer.byteLength(name) > limits.archiveNameLength)
    throw invalidImport("The archive holds a path that is too long.");
  return parts.length === 0 || parts.some((part) => isHidden(part) || part === "__MACOSX")
    ? null
    : parts.join("/");
}

/** Whether a file or folder is left out by its name. The settings of Obsidian stay: they identify the folder. */
export function isHidden(name: string): boolean {
  return name.startsWith(".") && name !== ".obsidian";
}

/** @throws ImportError IMPORT_INVALID for a link whose target is outside of the archive; others are left out, never followed */
export function checkLink(name: string, target: string): void {
  const path = target.replaceAll("\\", "/");
  const folders = name.split("/").slice(0, -1);
  for (const part of path.split("/")) {
    if (part === "..") {
      if (folders.pop() === undefined) throw linkLeadsOut(name);
    } else if (part !== "" && part !== ".") folders.push(part);
  }
  if (/^\/|^[a-z]:/i.test(path)) throw linkLeadsOut(name);
}

const linkLeadsOut = (name: string) =>
  invalidImport(`The archive holds a link that leads out of it: ${JSON.stringify(name.slice(0, 200))}.`);

/** Counts the entries and bytes of an archive, and refuses one that holds or unpacks to too much. */
export class ArchiveBudget {
  readonly entries = new Map<string, ArchiveEntry>();
  #seen = 0;
  #bytes = 0;

  /**
   * Counts an entry, also one that is left out.
   *
   * @throws ImportError IMPORT_INVALID
   */
  count(size: number): void {
    this.#seen += 1;
    if (this.#seen > archiveEntries)
      throw invalidImport(`There are more than ${archiveEntries} files in it. Import it in parts.`);
    if (size > limits.archiveEntryBytes)
      throw invalidImport("It holds a file that is too large once unpacked.");
    this.#bytes += size;
    if (this.#bytes > limits.archiveBytes)
      throw invalidImport("It holds too much once unpacked. Import it in parts.");
  }

  /** @throws ImportError IMPORT_INVALID for a zip bomb: bytes that unpack to far more than text or pictures do */
  checkRatio(packed: number, unpacked: number): void {
    if (unpacked > ratioFromBytes && unpacked > packed * limits.archiveRatio)
      throw invalidImport(
        "It unpacks to far more than its size, like archives that are made to fill a disk.",
      );
  }

  /** Adds an entry by its name in NFC, as links are written; macOS takes letters and their marks apart. */
  add(entry: ArchiveEntry): void {
    const name = entry.name.normalize("NFC");
    const isTaken = name !== entry.name && this.entries.has(name);
    this.entries.set(isTaken ? entry.name : name, isTaken ? entry : { ...entry, name });
  }

  /** The entries sorted by their names. */
  sorted(): ReadonlyMap<string, ArchiveEntry> {
    return new Map([...this.entries].sort(([one], [other]) => (one < other ? -1 : 1)));
  }
}

// Below it any ratio is harmless.
const ratioFromBytes = 16 * 1024 * 1024;
