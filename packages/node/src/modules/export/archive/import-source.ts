import type { ImportArchive } from "@freehold/import";
import { KiB, parseJson } from "@freehold/protocol/internal";
import type { z } from "zod";
import type { Context } from "../../../context.ts";
import { readLines } from "../../../domain/files/read-lines.ts";
import { exportNames } from "../../../import-process/archive-names.ts";
import { invalidImport } from "../../../import-process/errors.ts";
import type { ImportRun } from "../import/import-run.ts";
import type { ImportCounts, Imported } from "../import/report.ts";
import type { ArchiveTrust } from "./archive-trust.ts";

// The description of a publication, of the profile, or of the export in an export.
const importedFileBytes = 64 * KiB;

// Publications of an export that are imported side by side.
const importedTogether = 16;

/** An export to import. */
export interface Source {
  readonly run: ImportRun;
  /** The files by their paths; links do not count. */
  readonly entries: ImportArchive["entries"];
  /** The paths of files that differ from the list of files. */
  readonly bad: ReadonlySet<string>;
  readonly trust: ArchiveTrust;
  /** The address of the node that was exported. */
  readonly nodeUrl: string;
}

/**
 * Imports what stands line by line in a file of an export. @param importLine its result is null for a line that is not
 * counted
 */
export async function importLines<T>(
  kind: "connections" | "comments" | "gone" | "firstSlugs",
  { run: { context, report, signal }, entries, bad }: Source,
  schema: z.ZodType<T>,
  importLine: (line: T) => Promise<{ kind: keyof ImportCounts; result: Imported | { left: string } } | null>,
): Promise<void> {
  // Each follow has a signature of its own; comments and addresses have none.
  if (kind !== "connections" && bad.has(exportNames[kind])) return;
  const file = entries.get(exportNames[kind]);
  if (!file) return;
  let number = 0;
  await inGroups(context.store, readLines(await file.open(), invalidImport), async (text) => {
    signal?.throwIfAborted();
    number += 1;
    const what = `${exportNames[kind]}, line ${number}`;
    if (text.trim() === "") return () => {};
    const line = schema.safeParse(parseJson(text));
    if (!line.success) return () => report.refuse(what, "it can't be read");
    const imported = await importLine(line.data);
    if (imported === null) return () => {};
    const { kind: counted, result } = imported;
    if (typeof result === "object" && "left" in result) return () => report.note(what, result.left);
    return () => report.add(counted, what, result);
  });
}

/**
 * Works on a group side by side where its writes share a commit, elsewhere on one after another. What the works return is
 * called in the order of the items.
 */
export async function inGroups<T>(
  { dialect }: Context["store"],
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<() => void>,
): Promise<void> {
  const most = dialect.sharesCommits ? importedTogether : 1;
  let group: Promise<() => void>[] = [];
  const end = async () => {
    const tells = await Promise.all(group);
    group = [];
    for (const tell of tells) tell();
  };
  // An error waits for the rest of its group, so that no work continues after it.
  const begin = (item: T) =>
    work(item).catch((error: unknown) => () => {
      throw error;
    });
  try {
    for await (const item of items) if (group.push(begin(item)) >= most) await end();
    await end();
  } finally {
    await Promise.all(group);
  }
}

/** The content of a JSON file; null where there is none, or it is too large. */
export async function readJson(entries: ImportArchive["entries"], name: string): Promise<unknown> {
  const file = entries.get(name);
  if (!file || file.size > importedFileBytes) return null;
  return parseJson(Buffer.concat(await Array.fromAsync(await file.open())).toString("utf8"));
}
