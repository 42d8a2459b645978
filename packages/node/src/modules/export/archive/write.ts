import { readdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ManifestStatement } from "@freehold/protocol";
import { parseJson } from "@freehold/protocol/internal";
import { extension } from "mime-types";
import type { z } from "zod";
import { makeFolder, syncFolder } from "../../../blobs/files.ts";
import { agent } from "../../../config/version.ts";
import type { Context } from "../../../context.ts";
import { holdContents } from "../../../domain/contents/sweep.ts";
import { readAllPages } from "../../../domain/paging.ts";
import { requireOwner } from "../../../domain/profile/owner.ts";
import { readSignedUpdate } from "../../../domain/profile/update-profile.ts";
import { listGonePaths } from "../../../domain/publications/old-addresses.ts";
import { AppError, msg } from "../../../errors/errors.ts";
import { exportNames } from "../../../import-process/archive-names.ts";
import type { Profile } from "../../../store/peers/profiles.ts";
import { type FirstSlug, listFirstSlugsAfter } from "../../../store/publications/first-slugs.ts";
import { listPublicationsAfter, type Publication } from "../../../store/publications/publications.ts";
import { listExportedComments } from "./comments.ts";
import { listExportedConnections } from "./connections.ts";
import { type NamedFile, writeJson, writeJsonLines, writeWholeFile } from "./files.ts";
import {
  type ExportedProfile,
  type ExportManifest,
  exportFolders,
  exportFormat,
  type goneSchema,
  unfinishedSchema,
} from "./format.ts";
import { inside } from "./inside-folder.ts";
import { writeManifest } from "./manifest.ts";
import { writePublication } from "./publications.ts";
import { renderReadme } from "./readme.ts";
import { describeSettings } from "./settings.ts";

type ExportContext = Pick<Context, "store" | "blobs" | "clock" | "owner">;

interface ExportOptions {
  /** The target: an empty or new folder, or one with an unfinished export of the same. */
  readonly folder: string;
  /** Whether to include what no reader sees: drafts, held and rejected comments, mail addresses of commenters. */
  readonly withPrivate: boolean;
  /** The programs that check it. */
  readonly verifier: readonly NamedFile[];
  /** Called after each publication with the number of those that are written. */
  readonly onProgress?: (publications: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** A finished export, and the text that its owner signs (`writeSignature`). */
export interface WrittenExport extends ExportManifest {
  readonly statement: ManifestStatement;
}

/**
 * Writes the owner's own data into a folder of plain files, while the node works: publications as their exact bytes with
 * their proofs, profile, settings, follows and comments, the list of all files, and the programs that check it. An
 * interrupted export continues where it stopped.
 *
 * @throws AppError EXPORT_INVALID for a folder that holds something else
 */
export async function writeExport(context: ExportContext, options: ExportOptions): Promise<WrittenExport> {
  const { folder, withPrivate, verifier, signal } = options;
  const own = await requireOwner(context);
  await begin(folder, { address: own.address, private: withPrivate });
  await using _hold = await holdContents(context);
  const { publications, missing } = await writePublications(context, own, options);
  await writeProfile(context, own, folder);
  const follows = listExportedConnections(context, own.address);
  const connections = await writeJsonLines(join(folder, exportNames.connections), follows, signal);
  const comments = await writeJsonLines(
    join(folder, exportNames.comments),
    listExportedComments(context, withPrivate),
    signal,
  );
  await writeJsonLines(join(folder, exportNames.gone), listGone(context), signal);
  await writeJsonLines(join(folder, exportNames.firstSlugs), listFirstSlugs(context), signal);
  await writeJson(join(folder, exportNames.settings), await describeSettings(context, withPrivate));
  const manifest: ExportManifest = {
    format: exportFormat,
    program: agent,
    exportedAt: new Date(context.clock.now()).toISOString(),
    node: { address: own.address, url: own.url, title: own.title },
    private: withPrivate,
    publications,
    connections,
    comments,
    missing,
  };
  await writeJson(join(folder, exportNames.manifest), manifest);
  await writeWholeFile(join(folder, exportNames.readme), [renderReadme(manifest)]);
  for (const { name, body } of verifier) await writeWholeFile(join(folder, name), [body]);
  const about = { node: own.url, address: own.address, madeAt: manifest.exportedAt };
  const statement = await writeManifest(folder, about, { signal });
  await rm(join(folder, exportNames.unfinished));
  await syncFolder(folder);
  return { ...manifest, statement };
}

async function begin(folder: string, mark: { address: string; private: boolean }): Promise<void> {
  await makeFolder(folder);
  const names = await readdir(folder);
  const unfinished = join(folder, exportNames.unfinished);
  if (names.length === 0) {
    await writeJson(unfinished, mark);
  } else if (!names.includes(exportNames.unfinished)) {
    throw new AppError(
      "EXPORT_INVALID",
      msg`${folder} is not empty. An export goes into a folder of its own.`,
    );
  } else {
    const { data } = unfinishedSchema.safeParse(
      parseJson(await readFile(unfinished, "utf8").catch(() => "")),
    );
    if (data?.address !== mark.address || data.private !== mark.private) {
      throw new AppError(
        "EXPORT_INVALID",
        msg`In ${folder} is an unfinished export of something else. Choose another folder.`,
      );
    }
  }
  for (const name of exportFolders)
    await inside(folder, `${name}/all`, async () => {}, { makeFolders: 0o700 });
}

async function writePublications(
  context: ExportContext,
  own: Profile,
  { folder, withPrivate, onProgress, signal }: ExportOptions,
): Promise<{ publications: number; missing: string[] }> {
  const written = new Set<string>();
  const missing: string[] = [];
  let publications = 0;
  const all = readAllPages<Publication>(({ last, limit }) =>
    listPublicationsAfter(context.store.db, last?.id ?? 0, { limit }),
  );
  for await (const publication of all) {
    signal?.throwIfAborted();
    if (publication.publisherAddress !== own.address) continue;
    if (publication.state === "draft" && !withPrivate) continue;
    const names = await writePublication(context, folder, publication, { withPrivate, signal });
    if (names === null) {
      missing.push(publication.contentHash);
      continue;
    }
    for (const name of names) written.add(name);
    publications += 1;
    onProgress?.(publications);
  }
  await removeOthers(folder, written);
  return { publications, missing };
}

/** Removes the files of an interrupted run that the node has changed or deleted since. */
async function removeOthers(folder: string, written: ReadonlySet<string>): Promise<void> {
  for (const part of exportFolders)
    await inside(folder, `${part}/all`, async (path) => {
      const place = dirname(path);
      for (const name of await readdir(place))
        if (!written.has(`${part}/${name}`)) await rm(join(place, name), { force: true });
      await syncFolder(place);
    });
}

async function* listGone(context: ExportContext): AsyncGenerator<z.infer<typeof goneSchema>> {
  for await (const path of listGonePaths(context)) yield { path };
}

function listFirstSlugs({ store }: ExportContext): AsyncGenerator<FirstSlug> {
  return readAllPages<FirstSlug>(({ last, limit }) =>
    listFirstSlugsAfter(store.db, { after: last?.slug ?? "", limit }),
  );
}

async function writeProfile({ store, blobs }: ExportContext, own: Profile, folder: string): Promise<void> {
  const { address, url, title, description, avatarHash, avatarType, updatedAt } = own;
  const hasAvatar = avatarHash !== null && avatarType !== null && (await blobs.size(avatarHash)) !== null;
  const avatar = hasAvatar ? `avatar.${extension(avatarType) || "bin"}` : null;
  if (hasAvatar && avatar !== null) await writeWholeFile(join(folder, avatar), blobs.read(avatarHash));
  const profile: ExportedProfile = {
    address,
    url,
    title,
    description,
    avatar,
    updatedAt: new Date(updatedAt * 1000).toISOString(),
    signed: (await readSignedUpdate(store.db))?.baseline ?? null,
  };
  await writeJson(join(folder, exportNames.profile), profile);
}
