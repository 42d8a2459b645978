import { type Selectable, sql } from "kysely";
import type { Reader, Tx } from "../database.ts";
import { markDue } from "../due-queues.ts";
import { countRows } from "../query-results.ts";
import { type JobsTable, jobColumns } from "../tables/queues.ts";
import { isPending, updateUnclaimed } from "./queue-rows.ts";

/** A call to a host that is not a node. Times in ms. */
export type Job = Selectable<JobsTable>;

/** A job that is due at once. */
export type NewJob = Pick<Job, "kind" | "host" | "payload" | "expiresAt"> & { now: number };

/** Queues jobs in the given order. One statement: pass only a few. */
export async function addJobs(tx: Tx, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return;
  markDue(tx, "jobs");
  const rows = jobs.map(({ now, ...job }) => ({
    ...job,
    state: "pending" as const,
    attempts: 0,
    nextTryAt: now,
    createdAt: now,
  }));
  await tx.insertInto("jobs").values(rows).execute();
}

/** Pending jobs of one kind, or those of one host, oldest first. */
export async function listWaitingJobs(
  db: Reader,
  { kind, host, limit }: { kind: string; host?: string; limit: number },
): Promise<Job[]> {
  return db
    .selectFrom("jobs")
    .select(jobColumns)
    .where(isPending)
    .where("kind", "=", kind)
    .$if(host !== undefined, (query) => query.where("host", "=", host ?? ""))
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Makes the pending jobs of one kind for a host due now. Claimed jobs keep their lease. */
export async function hurryJobs(tx: Tx, kind: string, host: string, now: number): Promise<void> {
  markDue(tx, "jobs");
  await updateUnclaimed(tx, "jobs")
    .set({ nextTryAt: now })
    .where("nextTryAt", ">", now)
    .where(sql.ref("host"), "=", host)
    .where(sql.ref("kind"), "=", kind)
    .execute();
}

/** Counts the pending jobs of one kind, or those of one host. */
export function countWaitingJobs(db: Reader, kind: string, host?: string): Promise<number> {
  const waiting = db.selectFrom("jobs").where(isPending).where("kind", "=", kind);
  return countRows(host === undefined ? waiting : waiting.where("host", "=", host));
}
