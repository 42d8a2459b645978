import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { program } from "../../../config/program.ts";
import type { Context } from "../../../context.ts";
import { findFeedAt } from "../../../domain/find-feed.ts";
import { AppError, hasCode, isRefusal, msg, toAppError } from "../../../errors/errors.ts";
import { limits } from "../../../jobs/limits.ts";
import { writeJson } from "../archive/files.ts";
import { type ImportJob, updateImportJob } from "../store.ts";
import { folderOf, reportName } from "./import-jobs.ts";
import type { ImportContext } from "./import-run.ts";
import { importLimits } from "./limits.ts";
import { ImportReport, readStoredReport, type StoredReport } from "./report.ts";
import { openImport } from "./run-import.ts";

type WorkContext = ImportContext & Pick<Context, "log" | "foreign">;

const authorNames = z.array(z.string());

// The pause between two writes of the progress and the report so far.
const beatMs = 1_000;
const saveMs = 5_000;

/**
 * Does the job of an import: a dry run of the file, or the import. It stops when its owner stops it. After a crash it is called
 * again, and continues with the remaining entries.
 *
 * @throws the reason of the signal
 */
export async function runImportJob(context: WorkContext, job: ImportJob, signal: AbortSignal): Promise<void> {
  const stopped = new AbortController();
  const work = new ImportWork(context, job, AbortSignal.any([signal, stopped.signal]));
  const endBeats = repeat(async () => {
    if (!(await work.beat())) stopped.abort();
  });
  try {
    if (job.attempts > importLimits.interruptions)
      throw new AppError("IMPORT_INVALID", "The node ended several times while it worked on this file.");
    await work.run();
    await endBeats();
    await work.finish(null);
  } catch (error) {
    await endBeats();
    await work.save();
    // Its owner may have removed the import, and its files with it, since the last beat.
    const isCutShort = signal.aborted || stopped.signal.aborted || !(await work.beat());
    await work.finish(isCutShort ? "stopped" : describeFailure(context, error));
    if (signal.aborted) throw error;
  }
}

/** @returns a function that ends it and waits for it */
function repeat(act: () => Promise<void>): () => Promise<void> {
  let running = Promise.resolve();
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    running = act()
      // The next one tries again.
      .catch(() => {})
      .finally(() => {
        isRunning = false;
      });
  }, beatMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** The file is in the data folder of another process. */
function notOnThisMachine(): AppError {
  return new AppError(
    "IMPORT_INVALID",
    msg`This process does not have the file: on several machines an import needs one data folder for all of them, or ${program} import.`,
  );
}

function describeFailure({ log }: WorkContext, error: unknown): string {
  if (
    isRefusal(error) ||
    hasCode(error, "EXPORT_INVALID", "NOT_INSTALLED", "PEER_FAILED", "DOCUMENT_UNREADABLE", "BUSY")
  )
    return error.message;
  const shortage = toAppError(error);
  if (hasCode(shortage, "NO_SPACE")) return shortage.message;
  log.error({ error }, "an import failed");
  return "The node failed. Its log says why.";
}

class ImportWork {
  readonly #context: WorkContext;
  readonly #job: ImportJob;
  readonly #signal: AbortSignal;
  readonly #folder: string;
  #done = 0;
  #total: number | null = null;
  #format: string | null = null;
  #report: ImportReport | null = null;
  /** The number of entries that were imported before this process claimed the job. */
  #earlier: StoredReport | null = null;
  #savedAt = performance.now();

  constructor(context: WorkContext, job: ImportJob, signal: AbortSignal) {
    this.#context = context;
    this.#job = job;
    this.#signal = signal;
    this.#folder = folderOf(context, job);
  }

  async run(): Promise<void> {
    const { url, name, state, site, authors, createdAt, ...choices } = this.#job;
    const signal = this.#signal;
    if (state === "importing") this.#earlier = await readReport(this.#folder);
    await this.#removeLeftovers();
    const path = join(this.#folder, name);
    if (url !== null) await this.#fetchFeed(url, path);
    else if (!existsSync(path)) throw notOnThisMachine();
    const found = await openImport(path, { temporary: this.#folder, signal });
    if (found === null) throw new AppError("IMPORT_INVALID", "This format can't be imported.");
    try {
      this.#format = found.format;
      this.#report = new ImportReport(found.format, state === "checking");
      await this.beat();
      await found.run(this.#context, {
        dryRun: state === "checking",
        fetchPictures: choices.fetchPictures === 1,
        keepMetadata: choices.keepMetadata === 1,
        isConfirmed: choices.isConfirmed === 1,
        site,
        publish: choices.publishUnsaid === 1,
        publishIncomplete: choices.publishIncomplete === 1,
        authors: authors === null ? [] : authorNames.parse(JSON.parse(authors)),
        // An import that was stopped or killed is one import.
        since: state === "importing" ? createdAt : null,
        report: this.#report,
        signal,
        onProgress: (done, total) => {
          this.#done = done;
          this.#total = total;
        },
      });
    } finally {
      await found.close();
    }
  }

  /** Removes files that a killed process unpacked. */
  async #removeLeftovers(): Promise<void> {
    const kept = [this.#job.name, reportName];
    for (const name of await readdir(this.#folder).catch(() => []))
      if (!kept.includes(name)) await rm(join(this.#folder, name), { recursive: true, force: true });
  }

  async #fetchFeed(url: string, path: string): Promise<void> {
    const { reply } = await findFeedAt(this.#context, url);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeFile(path, reply.bytes, { mode: 0o600, signal: this.#signal });
  }

  /** Writes progress, and renews the claim. @returns whether to continue */
  async beat(): Promise<boolean> {
    if (this.#job.state === "importing" && performance.now() - this.#savedAt > saveMs) await this.save();
    return await this.#update({ nextTryAt: this.#context.clock.now() + limits.importLeaseMs });
  }

  /** Writes the report so far. */
  async save(): Promise<void> {
    this.#savedAt = performance.now();
    const report = this.#merged();
    if (report) await writeJson(join(this.#folder, reportName), report).catch(() => {});
  }

  /** @param problem null: done; "stopped": written only if the owner has stopped it */
  async finish(problem: string | null): Promise<void> {
    const { state } = this.#job;
    const report = this.#merged();
    if (report && problem === null) await writeJson(join(this.#folder, reportName), report);
    const done = state === "checking" ? "checked" : "imported";
    await this.#update(
      {
        ...(problem !== "stopped" && { state: problem === null ? done : "failed", error: problem }),
        ...(problem !== "stopped" && { nextTryAt: null, finishedAt: this.#context.clock.now(), attempts: 0 }),
        summary: report && JSON.stringify(summarise(report)),
      },
      problem === "stopped",
    );
    if (problem === null && state === "importing") await this.#removeFile();
  }

  async #removeFile(): Promise<void> {
    await rm(join(this.#folder, this.#job.name), { force: true });
  }

  async #update(changes: Partial<ImportJob>, isStopped = false): Promise<boolean> {
    const { id, state } = this.#job;
    const progress = { done: this.#done, total: this.#total, ...(this.#format && { format: this.#format }) };
    const states = [isStopped ? ("stopped" as const) : state];
    return await this.#context.store.transaction((tx) =>
      updateImportJob(tx, { id, states }, { ...progress, ...changes }),
    );
  }

  #merged(): StoredReport | null {
    return this.#report?.joinedWith(this.#earlier) ?? null;
  }
}

async function readReport(folder: string): Promise<StoredReport | null> {
  const text = await readFile(join(folder, reportName), "utf8").catch(() => "null");
  try {
    const report = readStoredReport(text);
    return report?.dryRun === false ? report : null;
  } catch {
    return null;
  }
}

// Lines of the report that are shown. The whole report can be downloaded.
const shown = 100;

function summarise(report: StoredReport): StoredReport {
  const { refusals, notes } = report;
  return { ...report, refusals: refusals.slice(0, shown), notes: notes.slice(0, shown) };
}
