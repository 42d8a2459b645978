import { constants } from "node:fs";
import { lstat, open, opendir, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { ImportArchive } from "../source.ts";
import { ArchiveBudget, isHidden } from "./archive-entries.ts";
import { inside } from "./inside-folder.ts";

const folderDepth = 32; // folders inside each other

/**
 * Opens a folder as an archive. Hidden files are left out, and links, so that nothing outside of it is read.
 *
 * @throws ImportError IMPORT_INVALID for a folder with too many files
 */
export async function openFolder(path: string): Promise<ImportArchive> {
  const budget = new ArchiveBudget();
  await addFolder(await realpath(path), "", 1, budget);
  return { entries: budget.sorted(), close: () => Promise.resolve() };
}

/** A link that takes the place of a file or a folder meanwhile is an error. */
async function openFile(root: string, name: string): Promise<AsyncIterable<Uint8Array>> {
  const handle = await inside(root, name, (path) => open(path, constants.O_RDONLY | constants.O_NOFOLLOW));
  return handle.createReadStream();
}

async function addFolder(root: string, folder: string, depth: number, budget: ArchiveBudget): Promise<void> {
  for await (const found of await opendir(join(root, folder))) {
    if (isHidden(found.name)) continue;
    const name = folder === "" ? found.name : `${folder}/${found.name}`;
    if (found.isDirectory() && depth < folderDepth) await addFolder(root, name, depth + 1, budget);
    if (!found.isFile()) continue;
    budget.count(0);
    const path = join(root, name);
    const { size } = await lstat(path);
    budget.add({ name, size, open: () => openFile(root, name) });
  }
}
