import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importExport, isExport } from "../export/import.ts";
import { requireOwner } from "../profile/owner.ts";
import { openArchive } from "./formats/archive.ts";
import { importPosts } from "./import-posts.ts";
import { type ImportContext, type ImportOptions, ImportRun } from "./import-run.ts";
import { explainInstallation, importReference } from "./reference/import-reference.ts";
import { openReferenceFolder } from "./reference/reference-folder.ts";
import type { ImportReport } from "./report.ts";
import type { ImportArchive, ImportFormat, ImportSource } from "./source.ts";
import { findExport, unpackArchive } from "./unpack-archive.ts";

/** What was recognised, open for one import. */
export interface OpenImport {
  readonly format: ImportFormat;
  /**
   * Imports it, or says what it would import. It can be repeated: what is here stays as it is.
   *
   * @throws AppError IMPORT_INVALID where the source breaks off, EXPORT_INVALID, NOT_INSTALLED; the signal's reason
   */
  run(context: ImportContext, options: ImportOptions): Promise<ImportReport>;
  close(): Promise<void>;
}

interface OpenOptions {
  /** Where archives are unpacked; the folder of the system by default. */
  readonly temporary?: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Recognises the files of another program, or an export of Freehold, by content: a file, an archive or a folder.
 *
 * @returns null where nothing is recognised
 * @throws AppError IMPORT_INVALID for a damaged file; the signal's reason
 */
export async function openImport(
  path: string,
  { temporary = tmpdir(), signal }: OpenOptions = {},
): Promise<OpenImport | null> {
  await using resources = new AsyncDisposableStack();
  const archive = await openArchive(path, temporary);
  if (archive) resources.defer(() => archive.close());
  const isFolder = (await stat(path)).isDirectory();
  const top = archive === null || isFolder ? null : findExport(archive);
  let folder = path;
  if (archive !== null && top !== null) {
    folder = await mkdtemp(join(temporary, "freehold-unpacked-"));
    resources.defer(() => rm(folder, { recursive: true, force: true }));
    await unpackArchive(archive, top, folder, signal);
  }
  const found = await recognise(path, { folder, archive, temporary }, resources);
  if (found === null) return null;
  const { format, work } = found;
  const owned = resources.move();
  return {
    format,
    async run(context, options) {
      const own = await context.owner.get();
      if (own === null && found.explainInstallation) throw found.explainInstallation();
      const { address } = own ?? (await requireOwner(context));
      const run = new ImportRun(context, address, format, options);
      await work(run, options);
      return run.report;
    },
    close: () => owned.disposeAsync(),
  };
}

interface Recognised {
  readonly format: ImportFormat;
  work(run: ImportRun, options: ImportOptions): Promise<void>;
  /** The error where nobody owns this node yet. */
  explainInstallation?(): Error;
}

async function recognise(
  path: string,
  { folder, archive, temporary }: { folder: string; archive: ImportArchive | null; temporary: string },
  resources: AsyncDisposableStack,
): Promise<Recognised | null> {
  if (await isExport(folder))
    return { format: "freehold", work: (run, options) => importExport(run, folder, options) };
  const reference = await openReferenceFolder(path, archive, temporary);
  if (reference) {
    resources.defer(() => reference.close());
    return {
      format: "reference",
      work: (run, options) => importReference(run, reference, options),
      explainInstallation: () => explainInstallation(reference),
    };
  }
  const source = await openSource(path, archive);
  if (source === null) return null;
  resources.defer(() => source.close());
  return { format: source.format, work: (run, options) => importPosts(run, source, options) };
}

/** The last format takes most. */
async function openSource(path: string, archive: ImportArchive | null): Promise<ImportSource | null> {
  const { openExport } = await import("./formats/open-export.ts");
  const source = await openExport(path, archive);
  if (source || archive === null) return source;
  const { openMarkdown } = await import("./markdown/markdown-format.ts");
  return openMarkdown(path, archive);
}
