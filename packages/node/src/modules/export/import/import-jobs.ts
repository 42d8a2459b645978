import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { hourMs } from "@freehold/protocol/internal";
import { createTemporaryFolder } from "../../../blobs/files.ts";
import { program } from "../../../config/program.ts";
import type { Context } from "../../../context.ts";
import { toFeedAddress } from "../../../domain/ask-feed.ts";
import { requireOwner } from "../../../domain/profile/owner.ts";
import { AppError, msg } from "../../../errors/errors.ts";
import type { Tx } from "../../../store/database.ts";
import {
  activeImportStates,
  deleteImportJob,
  findImportJob,
  type ImportJob,
  insertImportJob,
  updateImportJob,
} from "../store.ts";
import { importLimits } from "./limits.ts";
import { parseSite } from "./old-site.ts";
import { readStoredReport } from "./report.ts";

const uploadingMs = 2 * hourMs; // sending a file to import to the dashboard

type JobContext = Pick<Context, "store" | "clock" | "config">;

/** The folder of an import below the data folder: the file, and the report. */
export function folderOf({ config }: Pick<Context, "config">, { folder }: Pick<ImportJob, "folder">): string {
  return join(config.dataDir, "import", folder);
}

/** The import of this node, running or not; null where there is none. */
export function readImport({ store }: Pick<Context, "store">): Promise<ImportJob | null> {
  return findImportJob(store.db);
}

/** The name of the whole report in the folder of an import. */
export const reportName = "report.json";

/** A file that its owner sends. */
interface SentFile {
  /** Its name on the owner's device. The last part of it is stored, because some formats name their posts by it. */
  readonly name: string;
  readonly source: AsyncIterable<Uint8Array>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Takes a file to import, and queues a dry run of it. It replaces an earlier file, unless that is being imported.
 *
 * @throws AppError CONFLICT while something is imported, TOO_LARGE, BAD_REQUEST for a file that is cut off or empty,
 *   NOT_INSTALLED; ENOSPC
 */
export async function receiveImport(
  context: JobContext & Pick<Context, "owner">,
  { name, source, signal }: SentFile,
): Promise<ImportJob> {
  await requireOwner(context);
  await requireIdle(context);
  const job = { folder: randomUUID(), name: cleanName(name), url: null };
  const folder = folderOf(context, job);
  await using sent = await createTemporaryFolder(join(context.config.dataDir, "import", "tmp"));
  const path = join(sent.path, job.name);
  const out = createWriteStream(path, { flags: "wx", mode: 0o600, flush: true });
  await pipeline(bounded(source), out, { ...(signal && { signal }) }).catch((error: unknown) => {
    throw signal?.aborted ? cutOff(error) : error;
  });
  const { size } = await stat(path);
  if (size === 0) throw new AppError("BAD_REQUEST", "The file is empty.");
  await sent.moveTo(folder);
  try {
    return await begin(context, { ...job, size });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Queues the import of the feed at an address, or of a feed that the page there names. @throws AppError CONFLICT, VALIDATION_FAILED */
export async function importFeedAddress(
  context: JobContext & Pick<Context, "owner">,
  address: string,
): Promise<ImportJob> {
  await requireOwner(context);
  const url = toFeedAddress(address);
  if (url === null)
    throw new AppError("VALIDATION_FAILED", "This is not an https address.", { field: "url" });
  return await begin(context, { folder: randomUUID(), name: "feed", url, size: 0 });
}

async function begin(
  context: JobContext,
  job: Pick<ImportJob, "folder" | "name" | "url" | "size">,
): Promise<ImportJob> {
  const { store, clock } = context;
  const { before, now } = await store.transaction(async (tx) => {
    const before = await requireIdle({ store: { db: tx } });
    if (before) await deleteImportJob(tx, before.id);
    await insertImportJob(tx, { ...job, createdAt: clock.now() });
    return { before, now: await findImportJob(tx) };
  });
  if (before) await rm(folderOf(context, before), { recursive: true, force: true });
  if (now === null) throw new Error("The import is not there.");
  return now;
}

/** @returns the import that may be replaced; @throws AppError CONFLICT */
async function requireIdle({
  store,
}: {
  store: { db: Context["store"]["db"] | Tx };
}): Promise<ImportJob | null> {
  const job = await findImportJob(store.db);
  if (job === null || !isActive(job)) return job;
  throw new AppError("CONFLICT", "Another import is running. Wait until it is done, or stop it.");
}

function isActive({ state }: Pick<ImportJob, "state">): boolean {
  return activeImportStates.some((one) => one === state);
}

/** The bytes up to the limit. A client that leaves is an error of the source, by whatever name the source has for it. */
async function* bounded(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > importLimits.uploadBytes) throw tooLarge();
      yield chunk;
    }
  } catch (error) {
    throw error instanceof AppError ? error : cutOff(error);
  }
}

function cutOff(cause: unknown): AppError {
  return new AppError("BAD_REQUEST", "The upload was incomplete. Upload the file again.", { cause });
}

/** The error for a file beyond the limit. */
export function tooLarge(): AppError {
  const { uploadBytes } = importLimits;
  const sentence = msg`Up to ${uploadBytes} bytes can be imported here. Use ${program} import for larger files.`;
  return new AppError("TOO_LARGE", sentence, { maxBytes: uploadBytes });
}

const nameLength = 120;

/** Removes folders, and the number that a browser adds to a second download, because posts are recognised by the name. */
function cleanName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? "";
  const clean = last.replace(/[^\p{L}\p{M}\p{N}._ -]+/gu, "_").replace(/ ?_\d+_(?=\.|$)/, "");
  const short = [...clean.replace(/^\.+/, "").trim()].slice(-nameLength).join("");
  return short === "" || short === reportName ? "file" : short;
}

/** The owner's choices, once the dry run is read. */
interface ImportChoices {
  readonly fetchPictures: boolean;
  readonly keepMetadata?: boolean | undefined;
  readonly publishIncomplete?: boolean | undefined;
  /** Whether entries are published that nothing marks as public. */
  readonly publishUnsaid?: boolean | undefined;
  /** The address of the old site, from which missing files are fetched. */
  readonly site?: string | null | undefined;
  /** The owner's names among the authors of the file. */
  readonly authors?: readonly string[] | undefined;
  readonly confirm?: boolean | undefined;
}

/**
 * Starts the import after its dry run, or continues one that was stopped or failed: posts that exist here are not changed, and
 * pictures are fetched and keep their metadata, and an export is taken as the owner's, if that was chosen before.
 *
 * @throws AppError CONFLICT, NOT_FOUND, VALIDATION_FAILED
 */
export async function startImport(
  context: JobContext,
  {
    fetchPictures,
    keepMetadata = false,
    publishIncomplete = false,
    publishUnsaid = false,
    site: written = null,
    authors = [],
    confirm = false,
  }: ImportChoices,
): Promise<ImportJob> {
  const site = written === null || written.trim() === "" ? null : parseSite(written);
  return await changeJob(context, ["checked", "stopped", "failed"], (job) => {
    const isNew = job.state === "checked";
    const fetches = fetchPictures || (!isNew && job.fetchPictures === 1);
    const keeps = keepMetadata || (!isNew && job.keepMetadata === 1);
    if (isNew && authors.length === 0 && hasSeveralAuthors(job))
      throw new AppError("VALIDATION_FAILED", "The file has several authors. Choose which of them you are.", {
        field: "authors",
      });
    const publishes = publishIncomplete || (!isNew && job.publishIncomplete === 1);
    const publishesUnsaid = publishUnsaid || (!isNew && job.publishUnsaid === 1);
    const isConfirmed = confirm || (!isNew && job.isConfirmed === 1);
    return {
      state: "importing",
      fetchPictures: fetches ? 1 : 0,
      keepMetadata: keeps ? 1 : 0,
      publishIncomplete: publishes ? 1 : 0,
      publishUnsaid: publishesUnsaid ? 1 : 0,
      site: site ?? (isNew ? null : job.site),
      authors: authors.length > 0 ? JSON.stringify(authors) : isNew ? null : job.authors,
      isConfirmed: isConfirmed ? 1 : 0,
      done: 0,
      error: null,
      attempts: 0,
      // The report of the dry run is not that of the import.
      nextTryAt: context.clock.now(),
      finishedAt: null,
      summary: null,
    };
  });
}

function hasSeveralAuthors({ summary }: ImportJob): boolean {
  return (readStoredReport(summary)?.authors ?? []).length > 1;
}

/** Stops an import, which can be continued; imported posts stay. @throws AppError CONFLICT, NOT_FOUND */
export function stopImport(context: JobContext): Promise<ImportJob> {
  const finishedAt = context.clock.now();
  return changeJob(context, ["importing"], () => ({ state: "stopped", nextTryAt: null, finishedAt }));
}

async function changeJob(
  { store }: JobContext,
  states: readonly ImportJob["state"][],
  change: (job: ImportJob) => Partial<ImportJob>,
): Promise<ImportJob> {
  return await store.transaction(async (tx) => {
    const job = await findImportJob(tx);
    if (job === null) throw new AppError("NOT_FOUND", "There is no import.");
    const changes = change(job);
    if (!(await updateImportJob(tx, { id: job.id, states }, changes)))
      throw new AppError("CONFLICT", "This import has changed in the meantime. Reload the page.");
    return { ...job, ...changes };
  });
}

/** Removes the file and the report; imported posts stay. @returns whether there was an import */
export async function discardImport(context: JobContext): Promise<boolean> {
  const job = await context.store.transaction(async (tx) => {
    const found = await findImportJob(tx);
    if (found) await deleteImportJob(tx, found.id);
    return found;
  });
  if (job) await rm(folderOf(context, job), { recursive: true, force: true });
  return job !== null;
}

/** Removes files of imports that nobody needs any more: replaced and abandoned ones. */
export async function sweepImports(context: JobContext): Promise<void> {
  const job = await findImportJob(context.store.db);
  const isOld = (since: number) => context.clock.now() - since > importLimits.uploadKeptMs;
  if (job && !isActive(job) && isOld(job.finishedAt ?? job.createdAt)) {
    await discardImport(context);
    return await sweepImports(context);
  }
  const all = join(context.config.dataDir, "import");
  for (const folder of await readdir(all).catch(() => [])) {
    if (folder === job?.folder || folder === "tmp") continue;
    const found = await stat(join(all, folder)).catch(() => null);
    // An upload that has just ended has no row yet.
    if (found && Date.now() - found.mtimeMs > uploadingMs)
      await rm(join(all, folder), { recursive: true, force: true });
  }
}
