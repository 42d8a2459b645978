import type { Hash } from "@freehold/protocol";
import type { z } from "zod";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { insertGoneAddress } from "../../store/old-addresses.ts";
import type { Profile } from "../../store/profiles.ts";
import { parseJson, readLines } from "../backup/dump-rows.ts";
import { CleanedPictures } from "../import/cleaned-pictures.ts";
import { invalidImport } from "../import/formats/archive-entries.ts";
import { openFolder } from "../import/formats/open-folder.ts";
import type { ImportOptions, ImportRun } from "../import/import-run.ts";
import { normalisePath } from "../import/normalise-path.ts";
import type { ImportCounts, Imported } from "../import/report.ts";
import type { ImportArchive } from "../import/source.ts";
import { limits } from "../limits.ts";
import { requireOwner } from "../profile/owner.ts";
import {
  type ArchiveTrust,
  heldComment,
  nothingShows,
  trustIn,
  withoutUnsignedWords,
} from "./archive-trust.ts";
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
  goneSchema,
  manifestSchema,
  profileSchema,
} from "./format.ts";
import { exportNames } from "./names.ts";
import { importProfile } from "./profile.ts";
import { importPublication } from "./publications.ts";
import { importSettings } from "./settings.ts";

// Not a limit: how much of the owner's own export is worked on side by side.
const importedTogether = 16;

/** An export to import. */
interface Source {
  readonly run: ImportRun;
  /** The files by their paths; links are none. */
  readonly entries: ImportArchive["entries"];
  /** The paths of files that differ from the list of files. */
  readonly bad: ReadonlySet<string>;
  readonly trust: ArchiveTrust;
  /** The address of the node that was exported. */
  readonly nodeUrl: string;
}

/**
 * Imports a folder with a complete export into a node of the same owner. Every file is compared with the list of files, and
 * every hash and signature is checked. Where nothing shows that its owner made the export, what is not signed publishes,
 * restyles and calls nothing (`trustIn`). Wrong entries are left out and reported, and the rest is imported. Publications that exist
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
  const { entries } = await openFolder(folder);
  const nodeUrl = await checkManifest(folder, entries, self);
  const { isOwn, signedBy, bad } = await checkFiles(entries, {
    recover: context.recover,
    report,
    self,
    signal,
  });
  if (!isOwn) report.unproven = { signedBy };
  const trust = trustIn({ isOwn, isConfirmed: run.isConfirmed });
  const source = { run, entries, bad, trust, nodeUrl };
  const { hashes, coming } = await importPublications(source, onProgress);
  await importLines("connections", source, connectionSchema, async (line) => ({
    kind: line.follower === self ? "following" : "followers",
    result:
      trust.unsignedFollows || line.proof !== null
        ? await importConnection(context, own, line, { dryRun })
        : { left: "A follow without a signature was left out, since nobody is called because of one." },
  }));
  await importLines("comments", source, commentSchema, async (line) => ({
    kind: "comments",
    result: await importComment(
      context,
      self,
      trust.unsignedWords ? withHash(line, hashes) : heldComment(withHash(line, hashes)),
      dryRun ? coming : null,
    ),
  }));
  if (trust.unsignedWords)
    await importLines("gone", source, goneSchema, async ({ path }) => {
      const gone = dryRun ? null : normalisePath(path);
      // Pages of now are found before addresses of before.
      if (gone !== null) await context.store.transaction((tx) => insertGoneAddress(tx, gone));
      return null;
    });
  await importOwn(source, own);
  if (!trust.unsignedWords) report.note(exportNames.manifest, nothingShows);
}

/** The name, the looks and the outgoing services of the node: only those of an export that is the owner's. */
async function importOwn({ run, entries, bad, trust }: Source, own: Profile): Promise<void> {
  const { context, report, dryRun } = run;
  const [profileName, settingsName] = [exportNames.profile, exportNames.settings];
  if (!bad.has(profileName)) {
    const profile = profileSchema.safeParse(await readJson(entries, profileName));
    const files = trust.unsignedWords ? entries : null;
    const problems = profile.success
      ? await importProfile(context, own, { profile: profile.data, files, bad, dryRun })
      : ["it can't be read"];
    for (const why of problems) report.refuse(profileName, why);
  }
  // Earlier exports have none.
  if (!bad.has(settingsName) && trust.settings)
    await importSettings(run, Object((await readJson(entries, settingsName)) ?? {}));
}

/** @returns the address that the node had when it was exported */
async function checkManifest(
  folder: string,
  entries: ImportArchive["entries"],
  self: string,
): Promise<string> {
  if (!entries.has(exportNames.manifest) || entries.has(exportNames.unfinished)) {
    throw new AppError(
      "EXPORT_INVALID",
      entries.has(exportNames.unfinished)
        ? `The export in ${folder} is not finished. Run freehold export on it again.`
        : `${folder} holds no export of Freehold: there is no ${exportNames.manifest}.`,
    );
  }
  const manifest = manifestSchema.safeParse(await readJson(entries, exportNames.manifest));
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
  return node.url;
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
  source: Source,
  onProgress: ImportOptions["onProgress"],
): Promise<{ hashes: ReadonlyMap<Hash, Hash>; coming: ReadonlySet<string> }> {
  const { run, entries, bad, trust } = source;
  const { context, report, signal } = run;
  const hashes = new Map<Hash, Hash>();
  const coming = new Set<string>();
  const names = exportFolders.flatMap((part) => listAbout(entries, part));
  const { pictures, first } = await findUnsignedPictures(source);
  const rest = names.filter((name) => !first.has(name));
  let done = 0;
  const importOne = async (name: string) => {
    signal?.throwIfAborted();
    onProgress?.(done, names.length);
    done += 1;
    const bytes = name.slice(0, -exportNames.about.length);
    // The report names them.
    if (bad.has(name) || bad.has(bytes)) return () => {};
    const { data: about } = aboutSchema.safeParse(await readJson(entries, name));
    if (!about) return () => report.refuse(name, "it can't be read");
    const taken = trust.unsignedWords ? about : withoutUnsignedWords(about);
    const file = { about: taken, file: entries.get(bytes) ?? null, pictures };
    const { result, lostSlug, contentHash } = await importPublication(run, file);
    return () => {
      if (contentHash !== about.contentHash) hashes.set(about.contentHash, contentHash);
      if (typeof result === "string") coming.add(nameForComments({ ...about, contentHash }));
      report.add(kindOf(taken), bytes, result);
      if (taken.state !== about.state && result === "taken")
        report.note(bytes, "It has no signature, and nothing shows that it is yours: it is a draft here.");
      if (lostSlug) report.note(name, "It is here without its slug, which another has.");
    };
  };
  await inGroups(context.store, first, importOne);
  await inGroups(context.store, rest, importOne);
  onProgress?.(done, names.length);
  return { hashes, coming };
}

/**
 * Finds the unsigned files, which are imported before the texts that name them, and the pictures among them that signed posts
 * name by their hash.
 */
async function findUnsignedPictures({ run, entries, bad, nodeUrl }: Source): Promise<{
  pictures: CleanedPictures;
  /** The names of the fields of unsigned files. */
  first: ReadonlySet<string>;
}> {
  const own = await requireOwner(run.context);
  const pictures = new CleanedPictures(run, [nodeUrl, own.url]);
  const first = new Set<string>();
  if (run.keepMetadata) return { pictures, first };
  const readAbout = async (name: string) => {
    run.signal?.throwIfAborted();
    return bad.has(name) ? undefined : aboutSchema.safeParse(await readJson(entries, name)).data;
  };
  for (const name of ["files", "drafts"].flatMap((part) => listAbout(entries, part))) {
    const about = await readAbout(name);
    if (about?.kind !== "FILE") continue;
    if (about.state === "signed") pictures.keep(about.contentHash);
    else {
      pictures.announce(about.contentHash);
      first.add(name);
    }
  }
  if (first.size === 0) return { pictures, first };
  for (const name of listAbout(entries, "posts")) {
    const about = await readAbout(name);
    const text = entries.get(name.slice(0, -exportNames.about.length));
    if (about?.state !== "signed" || !text || text.size > limits.markdownBytes) continue;
    pictures.keepNamedIn(Buffer.concat(await Array.fromAsync(await text.open())).toString("utf8"));
  }
  return { pictures, first };
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

function listAbout(entries: ImportArchive["entries"], part: string): string[] {
  const isAbout = (name: string) => name.startsWith(`${part}/`) && name.endsWith(exportNames.about);
  return [...entries.keys()].filter(isAbout).sort();
}

/** @param importLine its result is null for what is not counted */
async function importLines<T>(
  kind: "connections" | "comments" | "gone",
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

async function readJson(entries: ImportArchive["entries"], name: string): Promise<unknown> {
  const file = entries.get(name);
  if (!file || file.size > limits.importedFileBytes) return null;
  return parseJson(Buffer.concat(await Array.fromAsync(await file.open())).toString("utf8"));
}
