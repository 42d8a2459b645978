import { requireOwner } from "../profile/owner.ts";
import { importPosts } from "./import-posts.ts";
import { type ImportContext, type ImportOptions, ImportRun } from "./import-run.ts";
import { openSource } from "./open-import.ts";
import { importReference } from "./reference/import-reference.ts";
import { openReferenceFolder } from "./reference/reference-folder.ts";
import type { ImportReport } from "./report.ts";
import type { ImportFormat } from "./source.ts";

/** What was recognised, open for one import. */
export interface OpenImport {
  readonly format: ImportFormat;
  /**
   * Imports it, or says what it would import. It can be repeated: what is here stays as it is.
   *
   * @throws AppError IMPORT_INVALID where the source breaks off, NOT_INSTALLED; the signal's reason
   */
  run(context: ImportContext, options: ImportOptions): Promise<ImportReport>;
  close(): Promise<void>;
}

/** Recognises what another program wrote. @returns null where nothing is recognised; @throws AppError IMPORT_INVALID */
export async function openImport(path: string): Promise<OpenImport | null> {
  const reference = await openReferenceFolder(path);
  if (reference) {
    return {
      format: "reference",
      async run(context, options) {
        const { address } = await requireOwner(context);
        const run = new ImportRun(context, address, "reference", options);
        await importReference(run, reference, options);
        return run.report;
      },
      close: async () => reference.close(),
    };
  }
  const source = await openSource(path);
  return (
    source && {
      format: source.format,
      async run(context, options) {
        const { address } = await requireOwner(context);
        const run = new ImportRun(context, address, source.format, options);
        await importPosts(run, source, options);
        return run.report;
      },
      close: () => source.close(),
    }
  );
}
