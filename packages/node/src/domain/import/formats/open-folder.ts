import { opendir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { streamFile } from "../../../blobs/files.ts";
import type { ImportArchive } from "../source.ts";
import { ArchiveBudget, isHidden } from "./archive-entries.ts";
import { importFormatLimitValues as limits } from "./limits.ts";

/**
 * Opens a folder as an archive. Hidden files are left out, and links, so that nothing outside of it is read.
 *
 * @throws AppError IMPORT_INVALID for a folder with too many files
 */
export async function openFolder(path: string): Promise<ImportArchive> {
  const budget = new ArchiveBudget();
  await addFolder(await realpath(path), "", 1, budget);
  return { entries: budget.sorted(), close: () => Promise.resolve() };
}

async function addFolder(root: string, folder: string, depth: number, budget: ArchiveBudget): Promise<void> {
  for await (const found of await opendir(join(root, folder))) {
    if (isHidden(found.name)) continue;
    const name = folder === "" ? found.name : `${folder}/${found.name}`;
    if (found.isDirectory() && depth < limits.folderDepth) await addFolder(root, name, depth + 1, budget);
    if (!found.isFile()) continue;
    budget.count(0);
    const path = join(root, name);
    const { size } = await stat(path);
    budget.add({ name, size, open: () => Promise.resolve(streamFile(path)) });
  }
}
