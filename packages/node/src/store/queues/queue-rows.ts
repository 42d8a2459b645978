import { type RawBuilder, sql } from "kysely";
import type { Reader, Tx } from "../database.ts";
import { markDue } from "../due-queues.ts";
import { prepareQuery } from "../prepare-query.ts";
import { countChanged, hasRow } from "../query-results.ts";
import type { DeliveryAnswer, QueueState, WorkQueue } from "../tables/queues.ts";

/** The tables of the durable queues: deliveries to nodes, contents to fetch, and mails, pushes and webhooks. */
export const queueNames = ["outbox", "pulls", "jobs"] as const;
export type QueueName = (typeof queueNames)[number];

/** Whether the rows of a queue are in a table of the durable queues. */
export function isQueueName(queue: WorkQueue): queue is QueueName {
  return queueNames.some((name) => name === queue);
}

/** The claim of rows that were interrupted (`interrupted-rows.ts`): it ends with their interruption. */
export const heldBy = "apart";

/** Whether a row of a queue without claims of its own is not interrupted, and no other process works on it. */
export function isFree(queue: WorkQueue, key: "feeds.id" | "peers.address"): RawBuilder<boolean> {
  return sql<boolean>`not exists (select 1 from interrupted_rows
    where interrupted_rows.queue = ${queue} and interrupted_rows.row_key = cast(${sql.ref(key)} as text))`;
}

/** A row that is delivered, refused for good, or expired. */
export interface FinishedRow {
  id: number;
  state: Exclude<QueueState, "pending">;
  error: string | null;
  /** The answer to a delivered proof. */
  answer?: DeliveryAnswer;
  /** ms */
  at: number;
}

/** A row whose attempt failed, and when it is due again (ms). */
export interface PostponedRow {
  id: number;
  at: number;
  error: string;
  /** Nothing failed: the work continues then, and the count of failures restarts. */
  isProgress?: boolean;
}

/** Literal SQL: the database uses a partial index of pending rows only if the condition has no parameter. */
export const isPending = sql<boolean>`state = 'pending'`;

/** Types every queue as the outbox. Name only columns that all queues have; the tests run each query on each queue. */
export function shared(table: QueueName): "outbox" {
  return table as "outbox";
}

/** The column with the target of a row: the address of a node, or a host. Each target has a share of the workers. */
export function target(table: QueueName): RawBuilder<string> {
  return sql.ref(table === "pulls" ? "peer_address" : "host");
}

/** The column by which failures are counted: the address of a node, or a host. */
function peerColumn(table: QueueName): RawBuilder<string> {
  return sql.ref(table === "jobs" ? "host" : "peer_address");
}

/** An update of the pending rows that no worker has claimed. */
export function updateUnclaimed(tx: Tx, table: QueueName) {
  return tx.updateTable(shared(table)).where(isPending).where("claimedBy", "is", null);
}

/** The columns of a row that starts again, due at `now` (ms). */
export function startAgain(now: number) {
  const columns = { attempts: 0, nextTryAt: now, claimedBy: null, finishedAt: null, lastError: null };
  return { ...columns, state: "pending" as const };
}

/** {@link startAgain}, with as much time until it expires as the row had at first. */
export function startAnew(now: number) {
  const expiresAt = sql<number>`expires_at - created_at + ${now}`;
  return { ...startAgain(now), createdAt: now, expiresAt };
}

/** Writes results of rows and ends their claims. Rows that ended before, or were deleted, stay as they are. */
async function settleRows(
  tx: Tx,
  table: QueueName,
  rows: readonly (FinishedRow | (PostponedRow & { state: "pending"; answer?: never }))[],
  changes: RawBuilder<unknown>,
): Promise<void> {
  if (rows.length === 0) return;
  // All rows have the types of the first one.
  const results = rows.map(({ id, state, error, at, answer = null }, index) =>
    index === 0
      ? sql`(cast(${id} as bigint), cast(${state} as text), cast(${error} as text), cast(${at} as bigint), cast(${answer} as text))`
      : sql`(${id}, ${state}, ${error}, ${at}, ${answer})`,
  );
  await sql`
    with results (row_id, result_state, result_error, result_at, result_answer) as (values ${sql.join(results)})
    update ${sql.table(shared(table))} set last_error = result_error, claimed_by = null, ${changes}
    from results where id = row_id and ${isPending}
  `.execute(tx);
}

/** Writes final results. */
export async function finishRows(tx: Tx, table: QueueName, rows: readonly FinishedRow[]): Promise<void> {
  const ends = sql`state = result_state, finished_at = result_at`;
  await settleRows(tx, table, rows, table === "outbox" ? sql`${ends}, ${answers}` : ends);
}

/** A row without an answer keeps an earlier one. */
const answers = sql`answer = coalesce(result_answer, answer),
  answered_at = case when result_answer is null then answered_at else result_at end`;

/** Writes down what nodes answered to the proof of a publication (ms). */
export async function recordAnswers(
  tx: Tx,
  { ids, answer, at }: { ids: readonly number[]; answer: DeliveryAnswer; at: number },
): Promise<void> {
  await tx.updateTable("outbox").set({ answer, answeredAt: at }).where("id", "in", ids).execute();
}

/** Writes failed attempts: each row counts one more and is due again at its time. A row that made progress counts from 0. */
export async function postponeRows(tx: Tx, table: QueueName, rows: readonly PostponedRow[]): Promise<void> {
  const pending = rows.map((row) => ({ ...row, state: "pending" as const }));
  const [progress = [], failed = []] = [true, false].map((is) =>
    pending.filter(({ isProgress = false }) => isProgress === is),
  );
  await settleRows(tx, table, failed, sql`attempts = attempts + 1, next_try_at = result_at`);
  await settleRows(tx, table, progress, sql`attempts = 0, next_try_at = result_at`);
}

/** Postpones the pending rows of a peer that are due before `at` (ms) until then; claims stay. @returns how many. */
export async function postponePeer(tx: Tx, table: QueueName, peer: string, at: number): Promise<number> {
  return countChanged(
    tx
      .updateTable(shared(table))
      .set({ nextTryAt: at })
      .where(peerColumn(table), "=", peer)
      .where(isPending)
      .where("nextTryAt", "<", at),
  );
}

/** Makes the pending rows of a peer that nobody claimed due at `now` (ms), unless they are earlier. @returns how many. */
export async function releasePeer(tx: Tx, table: QueueName, peer: string, now: number): Promise<number> {
  markDue(tx, table);
  return countChanged(
    updateUnclaimed(tx, table)
      .set({ nextTryAt: now })
      .where(peerColumn(table), "=", peer)
      .where("nextTryAt", ">", now),
  );
}

/** The ids of processes that have claimed rows of a queue. */
export async function listClaimers(db: Reader, table: QueueName): Promise<string[]> {
  const claimers = db
    .selectFrom(shared(table))
    .select("claimedBy as id")
    .distinct()
    .where("claimedBy", "is not", null)
    .execute();
  return (await claimers).flatMap(({ id }) => id ?? []);
}

/**
 * Ends the claims of a worker (null: of all, interrupted rows included), except for the rows that it works on. The rows are due
 * again, in the order in which they were added.
 *
 * @returns how many
 */
export async function releaseClaims(
  tx: Tx,
  table: QueueName,
  workerId: string | null,
  atWork: ReadonlySet<number> = new Set(),
): Promise<number> {
  const released = await countChanged(
    tx
      .updateTable(shared(table))
      .set((eb) => ({ claimedBy: null, nextTryAt: eb.ref("createdAt") }))
      .where("claimedBy", "is not", null)
      .$if(workerId !== null, (query) => query.where("claimedBy", "=", workerId))
      .$if(atWork.size > 0, (query) => query.where("id", "not in", [...atWork])),
  );
  if (released > 0) markDue(tx, table);
  return released;
}

/**
 * Ends up to `limit` pending rows that have expired at `now` (ms), except those with a running lease.
 *
 * @returns how many
 */
export async function expireRows(tx: Tx, table: QueueName, now: number, limit: number): Promise<number> {
  const over = tx
    .selectFrom(shared(table))
    .select("id")
    .where(isPending)
    .where("expiresAt", "<=", now)
    .where((eb) => eb.or([eb("claimedBy", "is", null), eb("nextTryAt", "<=", now)]))
    .limit(limit);
  return countChanged(
    tx
      .updateTable(shared(table))
      .set({ state: "expired", finishedAt: now, claimedBy: null })
      .where("id", "in", over)
      .where(isPending),
  );
}

/** Whether more than `count` rows are due at `now` (ms) and not claimed. */
export async function hasDueRows(db: Reader, table: QueueName, now: number, count: number): Promise<boolean> {
  return hasRow(
    db
      .selectFrom(shared(table))
      .select("id")
      .where(isPending)
      .where("nextTryAt", "<=", now)
      .where("expiresAt", ">", now)
      .orderBy("nextTryAt")
      .orderBy("id")
      .limit(1)
      .offset(count),
  );
}

/** When the next pending row is due (ms; a claimed one at the end of its lease), or null. */
export async function nextDueAt(db: Reader, table: QueueName): Promise<number | null> {
  const [row] = await selectNextDue[table](db, {});
  return row?.at ?? null;
}

const nextDueIn = (table: QueueName) =>
  prepareQuery((db) =>
    db
      .selectFrom(shared(table))
      .select("nextTryAt as at")
      .where(isPending)
      .orderBy("nextTryAt")
      .orderBy("id")
      .limit(1),
  );
const selectNextDue = { outbox: nextDueIn("outbox"), pulls: nextDueIn("pulls"), jobs: nextDueIn("jobs") };

/** How many rows are in each state. It reads a whole index: call it for the owner, not for every request. */
export async function countByState(db: Reader, table: QueueName): Promise<Record<QueueState, number>> {
  const rows = await db
    .selectFrom(shared(table))
    .select((eb) => ["state", eb.fn.countAll<number>().as("count")])
    .groupBy("state")
    .execute();
  const counts = { pending: 0, done: 0, refused: 0, expired: 0 };
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}

/**
 * Deletes up to `limit` rows that ended before that time (ms), oldest first. A delivered proof is a receipt, and stays.
 *
 * @returns how many
 */
export async function pruneRows(
  tx: Tx,
  table: QueueName,
  finishedBefore: number,
  limit: number,
): Promise<number> {
  const ended = tx
    .selectFrom(shared(table))
    .select("id")
    .where(sql<boolean>`state <> 'pending'`)
    .$if(table === "outbox", (query) =>
      query.where(sql<boolean>`not (kind = 'publication' and state = 'done')`),
    )
    .where("finishedAt", "<", finishedBefore)
    .orderBy("finishedAt")
    .limit(limit);
  return countChanged(tx.deleteFrom(shared(table)).where("id", "in", ended));
}

/**
 * Deletes up to `limit` ended rows that are not among the `keep` newest ids. This bounds the ended rows without
 * counting them. @returns how many.
 */
export async function pruneBehind(tx: Tx, table: QueueName, keep: number, limit: number): Promise<number> {
  const { newest } = await tx
    .selectFrom(shared(table))
    .select((eb) => eb.fn.max("id").as("newest"))
    .executeTakeFirstOrThrow();
  let left = limit;
  for (const state of ["done", "refused", "expired"] as const) {
    const old = tx
      .selectFrom(shared(table))
      .select("id")
      .where("state", "=", state)
      .where("id", "<=", (newest ?? 0) - keep)
      .orderBy("id")
      .limit(left);
    left -= await countChanged(tx.deleteFrom(shared(table)).where("id", "in", old));
    if (left === 0) break;
  }
  return limit - left;
}
