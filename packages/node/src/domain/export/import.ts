import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Hash } from "@freehold/protocol";
import type { z } from "zod";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { parseJson, readLines } from "../backup/dump-rows.ts";
import { invalidImport } from "../import/formats/archive-entries.ts";
import type { ImportOptions, ImportRun } from "../import/import-run.ts";
import type { ImportCounts, Imported } from "../import/report.ts";
import { limits } from "../limits.ts";
import { requireOwner } from "../profile/owner.ts";
import { checkFiles } from "./check-files.ts";
import { importComment, nameForComments } from "./comments.ts";
import { importConnection } from "./connections.ts";
import {
  type AboutPublication,
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
import { importSettings } from "./settings.ts";

// Not a limit: how much of the owner's own export is worked on side by side.
const importedTogether = 16;

/** An export to import. */
interface Source {
  readonly run: ImportRun;
  readonly folder: string;
  /** The paths of files that differ from the list of files. */
  readonly bad: ReadonlySet<string>;
}

/**
 * Imports a folder with a complete export into a node of the same owner. Every file is compared with the list of files, and
 * every hash and signature is checked. Wrong entries are left out and reported, and the rest is imported. Publications that exist
 * here are not changed, so an interrupted import can be repeated.
 *
 * @throws AppError EXPORT_INVALID for a folder without a complete export, or with another owner's; AppError NOT_INSTALLED
 */
export async function importExport(
  run: ImportRun,
  folder: string,
  { onProgress }: Pick<ImportOptions, "onProgress">,
): Promise<void> {
  const { context, self, report, dryRun, signal } = run;
  const own = await requireOwner(context);
  await checkManifest(folder, self);
  const bad = await checkFiles(folder, { recover: context.recover, report, self, signal });
  const source = { run, folder, bad };
  const { hashes, coming } = await importPublications(source, onProgress);
  await importLines("connections", source, connectionSchema, async (line) => ({
    kind: line.follower === self ? "following" : "followers",
    result: await importConnection(context, own, line, { dryRun }),
  }));
  await importLines("comments", source, commentSchema, async (line) => ({
    kind: "comments",
    result: await importComment(context, self, withHash(line, hashes), dryRun ? coming : null),
  }));
  if (!bad.has(exportNames.profile)) {
    const profile = profileSchema.safeParse(await readJson(join(folder, exportNames.profile)));
    const problems = profile.success
      ? await importProfile(context, own, { profile: profile.data, folder, dryRun })
      : ["it can't be read"];
    for (const why of problems) report.refuse(exportNames.profile, why);
  }
  // Earlier exports have none.
  if (!bad.has(exportNames.settings))
    await importSettings(run, Object((await readJson(join(folder, exportNames.settings))) ?? {}));
}

/** Whether a folder holds an export, complete or not. */
export async function isExport(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => [] as string[]);
  return names.includes(exportNames.manifest) || names.includes(exportNames.unfinished);
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

/**
 * @returns `hashes`: those that differ here, by those of the export; `coming`: the publications that are new or here before, as
 *   comments name them
 */
async function importPublications(
  { run, folder, bad }: Source,
  onProgress: ImportOptions["onProgress"],
): Promise<{ hashes: ReadonlyMap<Hash, Hash>; coming: ReadonlySet<string> }> {
  const { context, self, report, dryRun, signal } = run;
  const hashes = new Map<Hash, Hash>();
  const coming = new Set<string>();
  const names = (await Promise.all(exportFolders.map((part) => listAbout(folder, part)))).flat();
  let done = 0;
  await inGroups(context.store, names, async (name) => {
    signal?.throwIfAborted();
    onProgress?.(done, names.length);
    done += 1;
    const bytes = name.slice(0, -exportNames.about.length);
    // The report names them.
    if (bad.has(name) || bad.has(bytes)) return () => {};
    const { data: about } = aboutSchema.safeParse(await readJson(join(folder, name)));
    if (!about) return () => report.refuse(name, "it can't be read");
    const file = { about, path: join(folder, bytes), dryRun };
    const { result, lostSlug, contentHash } = await importPublication(context, self, file, signal);
    return () => {
      if (contentHash !== about.contentHash) hashes.set(about.contentHash, contentHash);
      if (typeof result === "string") coming.add(nameForComments(about));
      report.add(kindOf(about), bytes, result);
      if (lostSlug) report.note(name, "It is here without its slug, which another has.");
    };
  });
  onProgress?.(done, names.length);
  return { hashes, coming };
}

function kindOf({ kind, state, isPage }: AboutPublication): keyof ImportCounts {
  if (kind === "FILE") return "files";
  return state === "draft" ? "drafts" : isPage ? "pages" : "posts";
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

async function listAbout(folder: string, part: string): Promise<string[]> {
  const names = await readdir(join(folder, part)).catch(() => [] as string[]);
  return names
    .filter((name) => name.endsWith(exportNames.about))
    .sort()
    .map((name) => join(part, name));
}

async function importLines<T>(
  kind: "connections" | "comments",
  { run: { context, report, signal }, folder, bad }: Source,
  schema: z.ZodType<T>,
  importLine: (line: T) => Promise<{ kind: keyof ImportCounts; result: Imported }>,
): Promise<void> {
  const path = join(folder, exportNames[kind]);
  // Each follow has a signature of its own; a comment has none.
  if (kind === "comments" && bad.has(exportNames[kind])) return;
  if (!(await stat(path).catch(() => null))) return;
  let number = 0;
  await inGroups(context.store, readLines(path, invalidImport), async (text) => {
    signal?.throwIfAborted();
    number += 1;
    const what = `${exportNames[kind]}, line ${number}`;
    if (text.trim() === "") return () => {};
    const line = schema.safeParse(parseJson(text));
    if (!line.success) return () => report.refuse(what, "it can't be read");
    const imported = await importLine(line.data);
    return () => report.add(imported.kind, what, imported.result);
  });
}

async function readJson(path: string): Promise<unknown> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile() || found.size > limits.importedFileBytes) return null;
  return parseJson(await readFile(path, "utf8"));
}
