import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { invalidImport } from "../errors.ts";
import type { ArchiveEntry, ImportArchive } from "../source.ts";
import { ArchiveBudget } from "./archive-entries.ts";
import { openZip } from "./open-zip.ts";
import { streamFile } from "./stream-file.ts";

const mostParts = 50; // zips in a zip

/**
 * Opens a zip; one that holds zips alone, as Notion's parts of an export, gives the files that are in them.
 *
 * @param temporary the folder in which each of them is open, without a name
 * @param start the first byte of the zip
 * @throws ImportError IMPORT_INVALID
 */
export async function openZips(path: string, temporary: string, start = 0): Promise<ImportArchive> {
  const outer =
    start === 0
      ? await openZip(path)
      : await openPart({ open: () => Promise.resolve(streamFile(path, start)) }, temporary);
  const parts = [...outer.entries.values()];
  if (parts.length === 0 || !parts.every(({ name }) => /\.zip$/i.test(name))) return outer;
  const opened: ImportArchive[] = [outer];
  const close = async () => {
    for (const archive of opened) await archive.close();
  };
  try {
    if (parts.length > mostParts) throw invalidImport("It holds too much once unpacked. Import it in parts.");
    const budget = new ArchiveBudget();
    for (const part of parts) {
      const inner = await openPart(part, temporary);
      opened.push(inner);
      for (const entry of inner.entries.values()) {
        budget.count(entry.size);
        budget.add(entry);
      }
    }
    return { entries: budget.sorted(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openPart(part: Pick<ArchiveEntry, "open">, temporary: string): Promise<ImportArchive> {
  const path = join(temporary, `freehold-import-${randomUUID()}`);
  const remove = () => rm(path, { force: true });
  try {
    await pipeline(await part.open(), createWriteStream(path, { flags: "wx", mode: 0o600 }));
    const { entries, close } = await openZip(path);
    // A system that can't remove an open file removes it when it is closed.
    await remove().catch(() => {});
    return {
      entries,
      close: async () => {
        await close();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
