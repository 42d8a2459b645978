import type { ArchiveEntry, ImportArchive } from "../source.ts";

/** An export as its reader gets it. */
export interface OpenedExport extends ImportArchive {
  readonly path: string;
  /** A file by itself, no archive and no folder. */
  readonly isSingleFile: boolean;
}

// Files of an archive that are looked into to recognise it.
const mostCandidates = 50;

/** The files of an export whose beginning matches; in an archive only those with this ending, at most `depth` names deep. */
export async function findByBeginning(
  { entries, isSingleFile }: OpenedExport,
  ending: RegExp,
  matches: (beginning: Buffer) => boolean,
  depth = 3,
): Promise<readonly ArchiveEntry[]> {
  const depthOf = ({ name }: ArchiveEntry) => name.split("/").length;
  const candidates = [...entries.values()]
    .filter((entry) => isSingleFile || (ending.test(entry.name) && depthOf(entry) <= depth))
    .sort((one, other) => depthOf(one) - depthOf(other))
    .slice(0, mostCandidates);
  const found: ArchiveEntry[] = [];
  for (const entry of candidates) if (matches(await beginningOf(entry))) found.push(entry);
  return found;
}

async function beginningOf(entry: ArchiveEntry): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of await entry.open()) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= 8_192) break;
  }
  return Buffer.concat(chunks).subarray(0, 8_192);
}
