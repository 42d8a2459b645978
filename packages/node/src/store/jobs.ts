import type { Reader, Tx } from "./database.ts";
import type { JobKind, QueueState } from "./tables/queues.ts";

/** Something to be done at a host that is no node. Times in ms. */
export interface Job {
  id: number;
  kind: JobKind;
  /** The host that it goes to: no more than a few at a time go to one. */
  host: string;
  /** JSON, as the kind has it. */
  payload: string;
  state: QueueState;
  attempts: number;
  /** Due from then on; of a claimed one, the end of the lease. */
  nextTryAt: number;
  claimedBy: string | null;
  createdAt: number;
  expiresAt: number;
  finishedAt: number | null;
  lastError: string | null;
}

/** It is due at once. */
export interface NewJob {
  kind: JobKind;
  host: string;
  payload: string;
  now: number;
  expiresAt: number;
}

const columns = [
  "id",
  "kind",
  "host",
  "payload",
  "state",
  "attempts",
  "next_try_at as nextTryAt",
  "claimed_by as claimedBy",
  "created_at as createdAt",
  "expires_at as expiresAt",
  "finished_at as finishedAt",
  "last_error as lastError",
] as const;

/** Queues jobs in the given order; a few at a time. */
export async function addJobs(tx: Tx, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return;
  const rows = jobs.map(({ kind, host, payload, now, expiresAt }) => ({
    kind,
    host,
    payload,
    state: "pending" as const,
    attempts: 0,
    next_try_at: now,
    created_at: now,
    expires_at: expiresAt,
  }));
  await tx.insertInto("errands").values(rows).execute();
}

/** The jobs with these ids, in no particular order. */
export async function readJobs(db: Reader, ids: readonly number[]): Promise<Job[]> {
  return db.selectFrom("errands").select(columns).where("id", "in", ids).execute();
}

/** Jobs, newest first. */
export async function listJobs(db: Reader, { limit }: { limit: number }): Promise<Job[]> {
  return db.selectFrom("errands").select(columns).orderBy("id", "desc").limit(limit).execute();
}

/** Jobs of one kind that wait, oldest first. */
export async function listWaitingJobs(
  db: Reader,
  { kind, limit }: { kind: JobKind; limit: number },
): Promise<Job[]> {
  return db
    .selectFrom("errands")
    .select(columns)
    .where("state", "=", "pending")
    .where("kind", "=", kind)
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Makes everything that waits for a host, of one kind, due now. Rows that a worker holds keep their lease. */
export async function hurryJobs(tx: Tx, kind: JobKind, host: string, now: number): Promise<void> {
  await tx
    .updateTable("errands")
    .set({ next_try_at: now })
    .where("state", "=", "pending")
    .where("host", "=", host)
    .where("kind", "=", kind)
    .where("next_try_at", ">", now)
    .where("claimed_by", "is", null)
    .execute();
}
