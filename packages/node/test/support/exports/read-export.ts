import { openArchive } from "../../../../import/src/archives/archive.ts";
import { openExport } from "../../../../import/src/formats/open-export.ts";
import type { ImportedPost, ImportRefusal } from "../../../../import/src/source.ts";

/** All entries of an export; the source stays open where its files are to be read. */
export async function readExport(path: string) {
  const source = await openExport(path, await openArchive(path));
  if (source === null) throw new Error("No format was recognised.");
  const entries = await Array.fromAsync(source.entries());
  return {
    format: source.format,
    count: source.count,
    close: () => source.close(),
    posts: entries.filter((one): one is ImportedPost => "markdown" in one),
    refusals: entries.filter((one): one is ImportRefusal => "why" in one),
  };
}
