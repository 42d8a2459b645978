import type { Context } from "../../../context.ts";
import { limits } from "../../../jobs/limits.ts";
import { createTimedSource } from "../../../jobs/timed-rows.ts";
import { createWorker, type Queue, type RowSource } from "../../../jobs/worker.ts";
import type { ModuleQueue } from "../../../module.ts";
import { dialectOf, type Tx } from "../../../store/database.ts";
import { findInterrupted } from "../../../store/queues/interrupted-rows.ts";
import {
  activeImportStates as active,
  findImportJob,
  type ImportJob,
  nextImportAt,
  updateImportJob,
} from "../store.ts";

export interface ImportQueueOptions {
  context: Pick<Context, "store" | "clock" | "log">;
  /** Imports, and writes the result. It stops at the signal, and is called again later. */
  work: (job: ImportJob, signal: AbortSignal) => Promise<unknown>;
  pollMs?: number;
  workerId?: string;
}

type ImportRow = ImportJob & { readonly lastError: null };

/** Runs the owner's import. It may take hours, so its claim is short and renewed by the work. */
export function createImportQueue({ context, work, pollMs, workerId }: ImportQueueOptions): Queue {
  return createWorker<ImportRow>(createImportSource(context), {
    name: "imports",
    context,
    async work(job, signal) {
      await work(job, signal);
      return { result: "done" };
    },
    concurrency: 1,
    perPeer: 1,
    slow: { atATime: 0, abortAfterMs: null },
    leaseMs: limits.importMs,
    // It would not end soon, and continues after the next start.
    stopMs: 0,
    ...(pollMs !== undefined && { pollMs }),
    ...(workerId !== undefined && { workerId }),
  });
}

function createImportSource({ clock }: Pick<Context, "clock">): RowSource<ImportRow> {
  const schedule = (tx: Tx, id: number, nextTryAt: number) =>
    updateImportJob(tx, { id, states: active }, { nextTryAt });
  return createTimedSource({
    clock,
    queue: "imports",
    targetOf: ({ id }) => String(id),
    nextDueAt: nextImportAt,
    schedule,
    async claim(tx, { now, busy }) {
      // Two workers must not take it at the same moment.
      await dialectOf(tx).lock(tx, "import");
      const job = await findImportJob(tx);
      if (job?.nextTryAt == null || job.nextTryAt > now || busy.has(String(job.id))) return [];
      if (await findInterrupted(tx, { queue: "imports", rowKey: String(job.id) })) return [];
      const attempts = job.attempts + 1;
      const nextTryAt = now + limits.importLeaseMs;
      if (!(await updateImportJob(tx, { id: job.id, states: active }, { attempts, nextTryAt }))) return [];
      return [{ ...job, attempts, lastError: null }];
    },
    async find(db, key) {
      const job = await findImportJob(db);
      const isActive = job !== null && String(job.id) === key && active.some((state) => state === job.state);
      return isActive ? { ...job, lastError: null } : null;
    },
  });
}

/** The queue of a node, with the work that imports. */
export const importQueue: ModuleQueue = {
  leaseMs: limits.importMs,
  open: ({ context, ...options }) =>
    createImportQueue({ context, work: (job, signal) => runJob(context, job, signal), ...options }),
  async work(context, row, signal) {
    await runJob(context, row as ImportRow, signal);
    return undefined;
  },
  drop: (tx, rowKey, { now, error }) => {
    const job = { id: Number(rowKey), states: active };
    return updateImportJob(tx, job, { state: "failed", error, nextTryAt: null, finishedAt: now });
  },
};

/** Few nodes import, so the work is loaded with the first. */
async function runJob(context: Context, job: ImportJob, signal: AbortSignal): Promise<void> {
  const { runImportJob } = await import("./run-import-job.ts");
  await runImportJob(context, job, signal);
}
