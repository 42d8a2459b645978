import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Address, Hash } from "@freehold/protocol";
import type { z } from "zod";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { parseJson, readLines } from "../backup/dump-rows.ts";
import { limits } from "../limits.ts";
import { requireOwner } from "../profile/owner.ts";
import { importComment } from "./comments.ts";
import { importConnection } from "./connections.ts";
import {
  aboutSchema,
  commentSchema,
  connectionSchema,
  type ExportedComment,
  exportFolders,
  exportFormat,
  exportNames,
  manifestSchema,
  profileSchema,
} from "./format.ts";
import { importProfile } from "./profile.ts";
import { importPublication } from "./publications.ts";
import { type Imported, ImportReport } from "./report.ts";
import { importSettings } from "./settings.ts";

type ImportContext = Pick<Context, "store" | "blobs" | "clock" | "config" | "recover" | "owner">;

// Not a limit: how much of the owner's own export is worked on side by side.
const importedTogether = 16;

interface ImportOptions {
  /** A complete export. */
  readonly folder: string;
  /** Called before each publication: how many are done, and of how many. */
  readonly onProgress?: ((done: number, all: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Imports an export into a node of the same owner. Every hash and every signature is checked; what is wrong is left out
 * and reported, and the rest is imported. What is here already stays as it is, so an interrupted import can be repeated.
 *
 * @throws AppError EXPORT_INVALID for a folder without a complete export, or with another owner's; AppError NOT_INSTALLED
 */
export async function importExport(
  context: ImportContext,
  { folder, onProgress, signal }: ImportOptions,
): Promise<ImportReport> {
  const own = await requireOwner(context);
  await checkManifest(folder, own.address);
  const report = new ImportReport();
  const hashes = await importPublications(context, own.address, { folder, onProgress, signal, report });
  const source = { store: context.store, folder, report, signal };
  await importLines("connections", source, connectionSchema, (line) =>
    importConnection(context, own.address, line),
  );
  await importLines("comments", source, commentSchema, (line) =>
    importComment(context, own.address, withHash(line, hashes)),
  );
  const profile = profileSchema.safeParse(await readJson(join(folder, exportNames.profile)));
  const problems = profile.success
    ? await importProfile(context, own, { profile: profile.data, folder })
    : ["it can't be read"];
  for (const why of problems) report.refuse(exportNames.profile, why);
  // Earlier exports have none.
  const settings = Object((await readJson(join(folder, exportNames.settings))) ?? {});
  for (const why of await importSettings(context, settings)) report.refuse(exportNames.settings, why);
  return report;
}

async function checkManifest(folder: string, self: string): Promise<void> {
  const names = await readdir(folder).catch(() => [] as string[]);
  if (!names.includes(exportNames.manifest) || names.includes(exportNames.unfinished)) {
    throw new AppError(
      "EXPORT_INVALID",
      names.includes(exportNames.unfinished)
        ? `The export in ${folder} is not finished. Run freehold export on it again.`
        : `${folder} holds no export of Freehold: there is no ${exportNames.manifest}.`,
    );
  }
  const manifest = manifestSchema.safeParse(await readJson(join(folder, exportNames.manifest)));
  if (!manifest.success)
    throw new AppError("EXPORT_INVALID", `${exportNames.manifest} of ${folder} can't be read.`);
  const { format, node } = manifest.data;
  if (format !== exportFormat)
    throw new AppError("EXPORT_INVALID", `The export has an unknown format: ${format}.`);
  if (node.address !== self) {
    throw new AppError(
      "EXPORT_INVALID",
      `The export is ${node.address}'s, and this node is ${self}'s: what is signed stays theirs.`,
    );
  }
}

/** A comment on a publication that has another hash here than in the export. */
function withHash(line: ExportedComment, hashes: ReadonlyMap<Hash, Hash>): ExportedComment {
  const { publication } = line;
  const contentHash = hashes.get(publication.contentHash);
  const isOpen = publication.timestamp === null && contentHash !== undefined;
  return isOpen ? { ...line, publication: { ...publication, contentHash } } : line;
}

/** @returns the hashes that differ here, by those of the export */
async function importPublications(
  context: ImportContext,
  self: Address,
  { folder, onProgress, signal, report }: ImportOptions & { report: ImportReport },
): Promise<ReadonlyMap<Hash, Hash>> {
  const hashes = new Map<Hash, Hash>();
  const names = (await Promise.all(exportFolders.map((part) => listAbout(folder, part)))).flat();
  let done = 0;
  await inGroups(context.store, names, async (name) => {
    signal?.throwIfAborted();
    onProgress?.(done++, names.length);
    const { data: about } = aboutSchema.safeParse(await readJson(join(folder, name)));
    if (!about) return () => report.refuse(name, "it can't be read");
    const bytes = name.slice(0, -exportNames.about.length);
    const imported = await importPublication(context, self, { about, path: join(folder, bytes) }, signal);
    const { result, lostSlug, contentHash } = imported;
    return () => {
      if (contentHash !== about.contentHash) hashes.set(about.contentHash, contentHash);
      report.add("publications", bytes, result);
      if (lostSlug) report.addLostSlug(name);
    };
  });
  return hashes;
}

/**
 * Works on a group side by side where its writes share a commit, elsewhere on one after another. What the works return is
 * called in the order of the items.
 */
async function inGroups<T>(
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
  // An error waits for the rest of its group, so that nothing goes on behind it.
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

async function listAbout(folder: string, part: string): Promise<string[]> {
  const names = await readdir(join(folder, part)).catch(() => [] as string[]);
  return names
    .filter((name) => name.endsWith(exportNames.about))
    .sort()
    .map((name) => join(part, name));
}

async function importLines<T>(
  kind: "connections" | "comments",
  {
    store,
    folder,
    report,
    signal,
  }: Pick<ImportOptions, "folder" | "signal"> & Pick<Context, "store"> & { report: ImportReport },
  schema: z.ZodType<T>,
  importLine: (line: T) => Promise<Imported>,
): Promise<void> {
  const path = join(folder, exportNames[kind]);
  if (!(await stat(path).catch(() => null))) return;
  let number = 0;
  await inGroups(store, readLines(path), async (text) => {
    signal?.throwIfAborted();
    number += 1;
    const what = `${exportNames[kind]}, line ${number}`;
    if (text.trim() === "") return () => {};
    const line = schema.safeParse(parseJson(text));
    if (!line.success) return () => report.refuse(what, "it can't be read");
    const imported = await importLine(line.data);
    return () => report.add(kind, what, imported);
  });
}

async function readJson(path: string): Promise<unknown> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile() || found.size > limits.importedFileBytes) return null;
  return parseJson(await readFile(path, "utf8"));
}
