import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { ImportArchive } from "@freehold/import";
import { codeOf, msg } from "../errors/errors.ts";
import { exportNames } from "./archive-names.ts";
import { invalidImport } from "./errors.ts";

/**
 * Finds the place of a Freehold export in an archive.
 *
 * @returns the path with a slash at its end, empty for the top; null for an archive of anything else
 */
export function findExport({ entries }: ImportArchive): string | null {
  for (const name of entries.keys()) {
    const [, top, last] = /^([^/]*\/)?([^/]+)$/.exec(name) ?? [];
    const isMark = last === exportNames.manifest || last === exportNames.unfinished;
    if (isMark && entries.has(`${top ?? ""}${exportNames.profile}`)) return top ?? "";
  }
  return null;
}

/** Errors for paths that this disk can't have; a hostile archive contains such paths. */
const badPaths = new Set(["EEXIST", "EISDIR", "ENOTDIR", "ENAMETOOLONG", "EINVAL"]);

/**
 * Writes the files below a path of an archive into an empty folder. `openArchive` has checked that no path leads out.
 *
 * @throws AppError IMPORT_INVALID for a damaged archive, and for paths that exclude each other; ENOSPC
 */
export async function unpackArchive({ entries }: ImportArchive, top: string, folder: string): Promise<void> {
  for (const { name, open } of entries.values()) {
    if (!name.startsWith(top)) continue;
    const path = join(folder, name.slice(top.length));
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await pipeline(await open(), createWriteStream(path, { flags: "wx", mode: 0o600 }));
    } catch (error) {
      if (!badPaths.has(codeOf(error) ?? "")) throw error;
      throw invalidImport(
        msg`The archive holds a path that can't be written: ${JSON.stringify(name.slice(0, 200))}.`,
        error,
      );
    }
  }
}
