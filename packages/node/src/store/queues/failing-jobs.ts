import { sql } from "kysely";
import type { Reader } from "../database.ts";
import { isPending } from "./queue-rows.ts";

/** Jobs that do not succeed. Times in ms. */
export interface FailingJobs {
  /** Pending jobs that were tried, and are older than a time. */
  readonly waiting: number;
  /** The oldest of them; null for none. */
  readonly oldest: number | null;
  /** Jobs that ended without success and are not deleted yet. */
  readonly ended: number;
  /** The error of the youngest of all these; null for none. */
  readonly reason: string | null;
}

/** Counts the jobs of some kinds that were made before a time (ms) and fail, and those that were refused or given up. */
export async function countFailingJobs(
  db: Reader,
  kinds: readonly string[],
  before: number,
): Promise<FailingJobs> {
  const jobs = db.selectFrom("jobs").where("kind", "in", kinds);
  const waiting = jobs.where(isPending).where("attempts", ">", 0).where("createdAt", "<", before);
  const ended = jobs.where("state", "in", ["refused", "expired"]);
  const count = sql<number>`count(*)`.as("count");
  const waits = await waiting.select([count, (eb) => eb.fn.min("createdAt").as("oldest")]).executeTakeFirst();
  const ends = await ended.select(count).executeTakeFirst();
  const last = async (query: typeof waiting) =>
    (await query.select("lastError").orderBy("id", "desc").limit(1).executeTakeFirst())?.lastError ?? null;
  return {
    waiting: Number(waits?.count ?? 0),
    oldest: waits?.oldest ?? null,
    ended: Number(ends?.count ?? 0),
    reason: (await last(waiting)) ?? (await last(ended)),
  };
}
