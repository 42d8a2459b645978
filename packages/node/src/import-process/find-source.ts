import { mkdtemp, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import {
  type ImportSource,
  openArchive,
  openReference,
  openSource,
  type ReferenceFolder,
} from "@freehold/import";
import { exportNames } from "./archive-names.ts";
import { findExport, unpackArchive } from "./unpack-archive.ts";

/** The recognised source, open. */
export type OpenedImport =
  | { readonly kind: "export"; readonly folder: string }
  | { readonly kind: "reference"; readonly reference: ReferenceFolder }
  | { readonly kind: "posts"; readonly source: ImportSource };

/**
 * Recognises a file, an archive or a folder by its content, and opens it. Nothing is closed: the process ends with its
 * import.
 *
 * @param temporary a folder for unpacked files
 * @returns null where nothing is recognised
 * @throws AppError IMPORT_INVALID for a damaged file
 */
export async function findImport(path: string, temporary: string): Promise<OpenedImport | null> {
  const archive = await openArchive(path, temporary);
  const isFolder = (await stat(path)).isDirectory();
  const top = archive === null || isFolder ? null : findExport(archive);
  let folder = path;
  if (archive !== null && top !== null) {
    folder = await mkdtemp(join(temporary, "unpacked-"));
    await unpackArchive(archive, top, folder);
  }
  if (await isExport(folder)) return { kind: "export", folder };
  const reference = await openReference(path, archive, temporary);
  if (reference) return { kind: "reference", reference };
  const source = await openSource(path, archive);
  return source && { kind: "posts", source };
}

/** Whether a folder holds an export, complete or not. */
async function isExport(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((): string[] => []);
  return names.includes(exportNames.manifest) || names.includes(exportNames.unfinished);
}
