import { type Address, archiveNames, createArchiveCheck, type Recover } from "@freehold/protocol";
import { openFolder } from "../import/formats/open-folder.ts";
import type { ImportReport } from "../import/report.ts";
import { exportFolders } from "./format.ts";

const changed = "it is not as it was exported: its hash is another one";

/**
 * Compares the files of an export with its list, and reports what differs.
 *
 * @returns paths that must not be imported: changed ones, and publications that are not on the list
 * @throws AppError IMPORT_INVALID for too many files; the signal's reason
 */
export async function checkFiles(
  folder: string,
  {
    recover,
    report,
    self,
    signal,
  }: {
    readonly recover: Recover;
    readonly report: ImportReport;
    readonly self: Address;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<ReadonlySet<string>> {
  const { entries } = await openFolder(folder);
  if (!entries.has(archiveNames.manifest)) {
    report.note(
      archiveNames.manifest,
      "There is no list of the files. What is signed is checked by its own signature.",
    );
    return new Set();
  }
  const check = createArchiveCheck({ recover });
  for (const { name, open } of entries.values()) {
    signal?.throwIfAborted();
    await check.add(name, await open(), "folder");
  }
  const { faults, signed } = check.finish();
  if (signed === null) {
    if (entries.has(archiveNames.signature))
      report.refuse(archiveNames.signature, "it is not a signature over this list of files");
    else report.note(archiveNames.signature, "The list of the files is not signed.");
  } else if (signed.address !== self) report.refuse(archiveNames.signature, "it is not the owner's");
  const bad = new Set<string>();
  for (const { kind, path } of faults) {
    const isPublication = exportFolders.some((part) => path.startsWith(`${part}/`));
    if (kind === "changed" || kind === "missing" || (kind === "added" && isPublication)) bad.add(path);
    if (kind === "changed") report.refuse(path, changed);
    else if (kind === "missing") report.refuse(path, "it is missing");
    else if (kind === "manifest") report.refuse(path, "it can't be read");
    else if (kind === "added" && isPublication) report.refuse(path, "it is not in the list of the files");
  }
  return bad;
}
