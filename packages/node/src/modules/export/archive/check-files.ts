import type { ImportArchive } from "@freehold/import";
import { type Address, archiveNames, createArchiveCheck, type Recover } from "@freehold/protocol";
import { exportNames } from "../../../import-process/archive-names.ts";
import type { ImportReport } from "../import/report.ts";
import { exportFolders } from "./format.ts";

const changed = "it was changed since it was exported";

/** The files that an import reads, beside those of publications. */
const { profile, settings, connections, comments, gone } = exportNames;
const takenNames: ReadonlySet<string> = new Set([profile, settings, connections, comments, gone]);

/** The result of checking the files of an export. */
export interface CheckedFiles {
  /** Whether the owner of this node signed the list of the files. */
  readonly isOwn: boolean;
  /** The signer of the list; null where none is known. */
  readonly signedBy: Address | null;
  /** The paths of files that must not be imported: changed ones, and those that are not on the list. */
  readonly bad: ReadonlySet<string>;
}

/**
 * Compares the files of an export with its list, and reports what differs.
 *
 * @throws AppError IMPORT_INVALID for too many files; the signal's reason
 */
export async function checkFiles(
  entries: ImportArchive["entries"],
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
): Promise<CheckedFiles> {
  if (!entries.has(archiveNames.manifest)) {
    report.note(
      archiveNames.manifest,
      "There is no list of the files. Signed posts are checked by their own signatures.",
    );
    return { isOwn: false, signedBy: null, bad: new Set() };
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
    const isTaken = takenNames.has(path) || exportFolders.some((part) => path.startsWith(`${part}/`));
    if (kind !== "manifest") bad.add(path);
    if (kind === "changed") report.refuse(path, changed);
    else if (kind === "missing") report.refuse(path, "it is missing");
    else if (kind === "manifest") report.refuse(path, "it can't be read");
    else if (kind === "added" && isTaken) report.refuse(path, "it is not in the list of the files");
  }
  const isRead = faults.every(({ kind }) => kind !== "manifest");
  return { isOwn: isRead && signed?.address === self, signedBy: signed?.address ?? null, bad };
}
