import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { requireOwner } from "../../../domain/profile/owner.ts";
import { readSettingValues } from "../../../domain/settings/settings.ts";
import type { FoundImport } from "../../../import-process/calls.ts";
import { ofReader } from "../../../import-process/errors.ts";
import {
  type ImportProcess,
  type ImportReaderLimits,
  startImportProcess,
} from "../../../import-process/process.ts";
import { referenceIn, sourceIn } from "../../../import-process/sent-streams.ts";
import { importExport } from "../archive/import.ts";
import { importPosts } from "./import-posts.ts";
import { type ImportContext, type ImportOptions, ImportRun } from "./import-run.ts";
import { explainInstallation, importReference } from "./reference/import-reference.ts";
import type { ImportFormat, ImportReport } from "./report.ts";

/** The recognised source, open for one import. */
export interface OpenImport {
  readonly format: ImportFormat;
  /**
   * Imports it, or in a dry run reports the result. It can be repeated: existing entries are not changed.
   *
   * @throws AppError IMPORT_INVALID where the source breaks off, EXPORT_INVALID, NOT_INSTALLED; the signal's reason
   */
  run(context: ImportContext, options: ImportOptions): Promise<ImportReport>;
  close(): Promise<void>;
}

interface OpenOptions {
  /** The folder for unpacked archives; by default the system's. */
  readonly temporary?: string;
  /** Ends the import. */
  readonly signal?: AbortSignal | undefined;
  readonly limits?: ImportReaderLimits | undefined;
}

/**
 * Recognises the files of another program, or an export of Freehold, by content: a file, an archive or a folder. They are read
 * in a process of their own, with a limit of memory, so that a hostile file ends its import and nothing else.
 *
 * @returns null where nothing is recognised
 * @throws AppError IMPORT_INVALID for a damaged file; the signal's reason
 */
export async function openImport(
  path: string,
  { temporary = tmpdir(), signal, limits }: OpenOptions = {},
): Promise<OpenImport | null> {
  await using resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(temporary, "freehold-import-"));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  const process = resources.use(startImportProcess(limits, signal));
  const found = await process.open(path, folder);
  if (found === null) return null;
  const { format, work, explain } = workOf(process, found);
  const owned = resources.move();
  return {
    format,
    async run(context, options) {
      const own = await context.owner.get();
      if (own === null && explain) throw await explain();
      const { address } = own ?? (await requireOwner(context));
      const { timeZone } = await readSettingValues(context.store.db);
      const run = new ImportRun(context, address, format, { timeZone, ...options });
      await work(run, options).catch((error: unknown) => {
        throw ofReader(error);
      });
      run.noteCleaned();
      return run.report;
    },
    close: () => owned.disposeAsync(),
  };
}

interface Work {
  readonly format: ImportFormat;
  work(run: ImportRun, options: ImportOptions): Promise<void>;
  /** The error where nobody owns this node yet. */
  explain?(): Promise<Error>;
}

function workOf(process: ImportProcess, found: FoundImport): Work {
  if (found.kind === "export")
    return { format: "freehold", work: (run, options) => importExport(run, found.folder, options) };
  if (found.kind === "reference") {
    const reference = referenceIn(process);
    return {
      format: "reference",
      work: (run, options) => importReference(run, reference, options),
      explain: () => explainInstallation(reference),
    };
  }
  const source = sourceIn(process, found);
  return { format: source.format, work: (run, options) => importPosts(run, source, options) };
}
