import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Hash } from "@freehold/protocol";
import type { z } from "zod";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { readLines } from "../backup/dump-rows.ts";
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
import { createImportReport, type Imported, type ImportReport } from "./report.ts";

type ImportContext = Pick<Context, "store" | "blobs" | "clock" | "config" | "recover" | "owner">;
type Report = ReturnType<typeof createImportReport>;

export interface ImportOptions {
  /** An export that is whole. */
  readonly folder: string;
  /** Told of each publication: how many were looked at, and of how many. */
  readonly onProgress?: ((done: number, all: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Takes an export into the node of the same owner. Every hash and every signature is checked; what is not as it should be is
 * left out and told, and the rest is taken. What is here already stays as it is, so an import that was interrupted is
 * simply made again.
 *
 * @throws AppError EXPORT_INVALID for a folder that holds no whole export, or that of somebody else; AppError NOT_INSTALLED
 */
export async function importExport(
  context: ImportContext,
  { folder, onProgress, signal }: ImportOptions,
): Promise<ImportReport> {
  const own = await requireOwner(context);
  await checkManifest(folder, own.address);
  const report = createImportReport();
  const hashes = await importPublications(context, own.address, { folder, onProgress, signal, report });
  const lists = [
    [
      "connections",
      connectionSchema,
      (line: z.infer<typeof connectionSchema>) => importConnection(context, own.address, line),
    ],
    [
      "comments",
      commentSchema,
      (line: z.infer<typeof commentSchema>) => importComment(context, own.address, withHash(line, hashes)),
    ],
  ] as const;
  for (const [kind, schema, take] of lists) {
    await importLines(join(folder, exportNames[kind]), { kind, schema, take: take as Take, report, signal });
  }
  const profile = profileSchema.safeParse(await readJson(join(folder, exportNames.profile)));
  const problems = profile.success
    ? await importProfile(context, own, { profile: profile.data, folder })
    : ["it can't be read"];
  for (const why of problems) report.refuse(exportNames.profile, why);
  return report.end();
}

async function checkManifest(folder: string, self: string): Promise<void> {
  const names = await readdir(folder).catch(() => [] as string[]);
  if (!names.includes(exportNames.manifest)) {
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
    throw new AppError("EXPORT_INVALID", `The export is of a form that is not known: ${format}.`);
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

/** @returns the hashes that are others here, by those of the export */
async function importPublications(
  context: ImportContext,
  self: `0x${string}`,
  { folder, onProgress, signal, report }: ImportOptions & { report: Report },
): Promise<ReadonlyMap<Hash, Hash>> {
  const hashes = new Map<Hash, Hash>();
  const names = (await Promise.all(exportFolders.map((part) => listAbout(folder, part)))).flat();
  for (const [index, name] of names.entries()) {
    signal?.throwIfAborted();
    onProgress?.(index, names.length);
    const about = aboutSchema.safeParse(await readJson(join(folder, name)));
    if (!about.success) {
      report.refuse(name, "it can't be read");
      continue;
    }
    const path = join(folder, name.slice(0, -exportNames.about.length));
    const imported = await importPublication(context, self, { about: about.data, path }, signal);
    const { result, lostSlug, contentHash } = imported;
    if (contentHash !== about.data.contentHash) hashes.set(about.data.contentHash, contentHash);
    report.add("publications", name.slice(0, -exportNames.about.length), result);
    if (lostSlug) report.noteSlug(name);
    // SQLite answers without a pause; whoever else works here gets a turn.
    await setImmediate();
  }
  return hashes;
}

async function listAbout(folder: string, part: string): Promise<string[]> {
  const names = await readdir(join(folder, part)).catch(() => [] as string[]);
  return names
    .filter((name) => name.endsWith(exportNames.about))
    .sort()
    .map((name) => join(part, name));
}

type Take = (line: unknown) => Promise<Imported>;

async function importLines(
  path: string,
  {
    kind,
    schema,
    take,
    report,
    signal,
  }: {
    kind: "connections" | "comments";
    schema: z.ZodType;
    take: Take;
    report: Report;
    signal?: AbortSignal | undefined;
  },
): Promise<void> {
  if (!(await stat(path).catch(() => null))) return;
  let number = 0;
  for await (const text of readLines(path)) {
    signal?.throwIfAborted();
    number += 1;
    if (text.trim() === "") continue;
    const what = `${basename(path)}, line ${number}`;
    const line = schema.safeParse(parseJson(text));
    if (line.success) report.add(kind, what, await take(line.data));
    else report.refuse(what, "it can't be read");
  }
}

async function readJson(path: string): Promise<unknown> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile() || found.size > limits.importedFileBytes) return null;
  return parseJson(await readFile(path, "utf8"));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
