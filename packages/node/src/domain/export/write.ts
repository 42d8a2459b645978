import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { extension } from "mime-types";
import { makeFolder, syncFolder } from "../../blobs/files.ts";
import { agent } from "../../config/version.ts";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import type { Profile } from "../../store/profiles.ts";
import { listPublicationsAfter } from "../../store/publications.ts";
import { holdContents } from "../contents/sweep.ts";
import { requireOwner } from "../profile/owner.ts";
import { readSignedUpdate } from "../profile/update-profile.ts";
import { listExportedComments } from "./comments.ts";
import { listExportedConnections } from "./connections.ts";
import { writeWholeFile } from "./files.ts";
import {
  type ExportedProfile,
  type ExportManifest,
  exportFolders,
  exportFormat,
  exportNames,
  exportReadme,
  unfinishedSchema,
} from "./format.ts";
import { lines, writePublication } from "./publications.ts";

type ExportContext = Pick<Context, "store" | "blobs" | "clock" | "owner">;

export interface ExportOptions {
  /** Where it is to be: a folder that is empty or not there, or one with an unfinished export of the same. */
  readonly folder: string;
  /** Whether what no reader sees goes along: drafts, comments that are hidden or wait, mail addresses of comments. */
  readonly withPrivate: boolean;
  /** Told of each publication: how many are written. */
  readonly onProgress?: (publications: number) => void;
  readonly signal?: AbortSignal | undefined;
}

// Not a limit: the page size of an internal read.
const PAGE = 200;

/**
 * Writes what is the owner's own into a folder of plain files, while the node works: publications as their exact bytes
 * with their proofs, profile, follows and comments. What was interrupted goes on where it was.
 *
 * @throws AppError EXPORT_INVALID for a folder with something else in it
 */
export async function writeExport(context: ExportContext, options: ExportOptions): Promise<ExportManifest> {
  const { folder, withPrivate, signal } = options;
  const own = await requireOwner(context);
  await begin(folder, { address: own.address, private: withPrivate });
  await using _hold = await holdContents(context);
  const { publications, missing } = await writePublications(context, own, options);
  await writeProfile(context, own, folder);
  const connections = { count: 0 };
  await writeLines(
    join(folder, exportNames.connections),
    counted(listExportedConnections(context, own.address), connections),
    signal,
  );
  const comments = { count: 0 };
  await writeLines(
    join(folder, exportNames.comments),
    counted(listExportedComments(context, withPrivate), comments),
    signal,
  );
  await writeWholeFile(join(folder, exportNames.readme), lines([exportReadme]));
  const manifest: ExportManifest = {
    format: exportFormat,
    program: agent,
    exportedAt: new Date(context.clock.now()).toISOString(),
    node: { address: own.address, url: own.url, title: own.title },
    private: withPrivate,
    publications,
    connections: connections.count,
    comments: comments.count,
    missing,
  };
  await writeJson(join(folder, exportNames.manifest), manifest);
  await rm(join(folder, exportNames.unfinished));
  await syncFolder(folder);
  return manifest;
}

async function begin(folder: string, mark: { address: string; private: boolean }): Promise<void> {
  await makeFolder(folder);
  const names = await readdir(folder);
  const isResumed = names.includes(exportNames.unfinished) && !names.includes(exportNames.manifest);
  if (names.length > 0 && !isResumed) {
    throw new AppError("EXPORT_INVALID", `${folder} is not empty. An export goes into a folder of its own.`);
  }
  if (isResumed) {
    const before = unfinishedSchema.safeParse(await readJson(join(folder, exportNames.unfinished)));
    if (before.data?.address !== mark.address || before.data.private !== mark.private) {
      throw new AppError(
        "EXPORT_INVALID",
        `In ${folder} is an unfinished export of something else. Choose another folder.`,
      );
    }
  } else {
    await writeJson(join(folder, exportNames.unfinished), mark);
  }
  for (const name of exportFolders) await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
}

async function writePublications(
  context: ExportContext,
  own: Profile,
  { folder, withPrivate, onProgress, signal }: ExportOptions,
): Promise<{ publications: number; missing: string[] }> {
  const written = new Set<string>();
  const missing: string[] = [];
  let publications = 0;
  for (let after = 0; ; ) {
    const page = await listPublicationsAfter(context.store.db, after, PAGE);
    for (const publication of page) {
      signal?.throwIfAborted();
      if (publication.publisherAddress !== own.address) continue;
      if (publication.state === "draft" && !withPrivate) continue;
      const files = await writePublication(context, folder, publication, signal);
      if (files === null) {
        missing.push(publication.contentHash);
        continue;
      }
      for (const name of files.names) written.add(name);
      publications += 1;
      onProgress?.(publications);
    }
    if (page.length < PAGE) break;
    after = page.at(-1)?.id ?? after;
  }
  await removeOthers(folder, written);
  return { publications, missing };
}

/** What an interrupted run wrote and is not the node's any more: changed or deleted since. */
async function removeOthers(folder: string, written: ReadonlySet<string>): Promise<void> {
  for (const part of exportFolders) {
    for (const name of await readdir(join(folder, part))) {
      if (!written.has(`${part}/${name}`)) await rm(join(folder, part, name), { force: true });
    }
    await syncFolder(join(folder, part));
  }
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

async function* counted<T>(source: AsyncIterable<T>, seen: { count: number }): AsyncGenerator<T> {
  for await (const one of source) {
    seen.count += 1;
    yield one;
  }
}

async function writeLines(path: string, source: AsyncIterable<unknown>, signal?: AbortSignal): Promise<void> {
  const texts = async function* () {
    for await (const one of source) yield JSON.stringify(one);
  };
  await writeWholeFile(path, lines(texts()), signal);
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await writeWholeFile(path, lines([JSON.stringify(value, null, 2)]));
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch {
    return null;
  }
}
