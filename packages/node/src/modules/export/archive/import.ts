import { type ImportArchive, openFolder } from "@freehold/import";
import { type Hash, sameNodeUrl } from "@freehold/protocol";
import { program } from "../../../config/program.ts";
import { normalisePath } from "../../../domain/normalise-path.ts";
import { readAllPages } from "../../../domain/paging.ts";
import { addEarlierUrl } from "../../../domain/profile/own-addresses.ts";
import { requireOwner } from "../../../domain/profile/owner.ts";
import { AppError, msg } from "../../../errors/errors.ts";
import { exportNames } from "../../../import-process/archive-names.ts";
import type { Reader } from "../../../store/database.ts";
import type { Profile } from "../../../store/peers/profiles.ts";
import {
  type FirstSlug,
  importFirstSlug,
  listFirstSlugsAfter,
} from "../../../store/publications/first-slugs.ts";
import { insertGoneAddress } from "../../../store/publications/old-addresses.ts";
import type { ImportOptions, ImportRun } from "../import/import-run.ts";
import { heldComment, nothingShows, trustIn } from "./archive-trust.ts";
import { checkFiles } from "./check-files.ts";
import { importComment } from "./comments.ts";
import { importConnection } from "./connections.ts";
import {
  commentSchema,
  connectionSchema,
  type ExportedComment,
  exportFormat,
  firstSlugSchema,
  goneSchema,
  manifestSchema,
  profileSchema,
} from "./format.ts";
import { importPublications } from "./import-publications.ts";
import { importLines, readJson, type Source } from "./import-source.ts";
import { importProfile } from "./profile.ts";
import { importSettings } from "./settings.ts";

/**
 * Imports a folder with a complete export into a node of the same owner. Every file is compared with the list of files, and
 * every hash and signature is checked. If nothing shows that the owner made the export, unsigned data are not published,
 * change no looks and cause no calls (`trustIn`). Wrong entries are left out and reported, and the rest is imported.
 * Publications that exist here are not changed, so an interrupted import can be repeated.
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
  if (!dryRun && trust.settings && !sameNodeUrl(nodeUrl, own.url))
    await context.store.transaction((tx) => addEarlierUrl(tx, nodeUrl));
  const heldSlugs = await findHeldSlugs(context.store.db);
  const { hashes, coming } = await importPublications(source, onProgress);
  await importLines("connections", source, connectionSchema, async (line) => ({
    kind: line.follower === self ? "following" : "followers",
    result:
      trust.unsignedFollows || line.proof !== null
        ? await importConnection(context, own, line, { dryRun })
        : { left: "A follow without a signature was left out: it has no effect." },
  }));
  const commentIds = new Map<number, number>();
  await importLines("comments", source, commentSchema, async (line) => ({
    kind: "comments",
    result: await importComment(
      context,
      self,
      trust.unsignedWords ? withHash(line, hashes) : heldComment(withHash(line, hashes)),
      commentIds,
      dryRun ? coming : null,
    ),
  }));
  if (trust.unsignedWords) {
    await importLines("firstSlugs", source, firstSlugSchema, async (line) => {
      const wasHeld = heldSlugs.has(line.slug);
      if (!dryRun) await context.store.transaction((tx) => importFirstSlug(tx, line, { wasHeld }));
      return null;
    });
    await importLines("gone", source, goneSchema, async ({ path }) => {
      const gone = dryRun ? null : normalisePath(path);
      // Pages of now are found before addresses of before.
      if (gone !== null) await context.store.transaction((tx) => insertGoneAddress(tx, gone));
      return null;
    });
  }
  await importOwn(source, own);
  if (!trust.unsignedWords) report.note(exportNames.manifest, nothingShows);
}

/** The slugs that publications here had before the import. */
async function findHeldSlugs(db: Reader): Promise<ReadonlySet<string>> {
  const held = new Set<string>();
  const all = readAllPages<FirstSlug>(({ last, limit }) =>
    listFirstSlugsAfter(db, { after: last?.slug ?? "", limit }),
  );
  for await (const { slug } of all) held.add(slug);
  return held;
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
        ? msg`The export in ${folder} is not finished. Run ${program} export on it again.`
        : msg`${folder} holds no export of Freehold: there is no ${exportNames.manifest}.`,
    );
  }
  const manifest = manifestSchema.safeParse(await readJson(entries, exportNames.manifest));
  if (!manifest.success)
    throw new AppError("EXPORT_INVALID", msg`${exportNames.manifest} of ${folder} can't be read.`);
  const { format, node } = manifest.data;
  if (format !== exportFormat)
    throw new AppError("EXPORT_INVALID", msg`The export has an unknown format: ${format}.`);
  if (node.address !== self) {
    throw new AppError(
      "EXPORT_INVALID",
      msg`The export belongs to ${node.address}, and this node to ${self}: signed posts belong to their key.`,
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
