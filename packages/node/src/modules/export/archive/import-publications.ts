import type { ImportArchive } from "@freehold/import";
import type { Hash } from "@freehold/protocol";
import { limits } from "../../../domain/limits.ts";
import { requireOwner } from "../../../domain/profile/owner.ts";
import { exportNames } from "../../../import-process/archive-names.ts";
import { CleanedPictures } from "../import/cleaned-pictures.ts";
import type { ImportOptions } from "../import/import-run.ts";
import type { ImportCounts } from "../import/report.ts";
import { withoutUnsignedWords } from "./archive-trust.ts";
import { nameOfChanges } from "./changes.ts";
import { nameForComments } from "./comments.ts";
import { type AboutPublication, aboutSchema, exportFolders } from "./format.ts";
import { inGroups, readJson, type Source } from "./import-source.ts";
import { importPublication } from "./publications.ts";

/**
 * Imports all publications of an export.
 *
 * @returns `hashes`: those that differ here, by those of the export; `coming`: the publications that are new or here before, as
 *   comments name them
 */
export async function importPublications(
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
    const changed = nameOfChanges(bytes);
    const changes = about.changes === null || bad.has(changed) ? null : (entries.get(changed) ?? null);
    const file = { about: taken, file: entries.get(bytes) ?? null, changes, pictures };
    const { result, lostSlug, contentHash } = await importPublication(run, file);
    return () => {
      if (contentHash !== about.contentHash) hashes.set(about.contentHash, contentHash);
      if (typeof result === "string") coming.add(nameForComments({ ...about, contentHash }));
      report.add(kindOf(taken), bytes, result);
      if (taken.state !== about.state && result === "taken")
        report.note(bytes, "It has no signature, so it may not be yours: it is a draft here.");
      if (about.changes && !(changes && taken.state === "local") && result === "taken")
        report.note(bytes, "Its changes that were not published were left out.");
      if (lostSlug) report.note(name, "It was imported without its slug, which another post has.");
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
  const pictures = new CleanedPictures(run, [own.url, nodeUrl, ...own.earlierUrls]);
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

function listAbout(entries: ImportArchive["entries"], part: string): string[] {
  const isAbout = (name: string) => name.startsWith(`${part}/`) && name.endsWith(exportNames.about);
  return [...entries.keys()].filter(isAbout).sort();
}
