import { type RawBuilder, sql } from "kysely";
import type { Reader, Tx } from "./database.ts";
import type { QueueState } from "./tables/queues.ts";

/** The tables of the durable queues. The table of jobs keeps the name that older databases know it by. */
const tables = { outbox: "outbox", pulls: "pulls", jobs: "errands" } as const;

/** A durable queue: deliveries to nodes, contents to fetch, or mails, pushes and webhooks. */
export type QueueName = keyof typeof tables;

export const queueNames = Object.keys(tables) as readonly QueueName[];

/** What a row became: delivered, refused for good, or given up. */
export interface FinishedRow {
  id: number;
  state: Exclude<QueueState, "pending">;
  error: string | null;
  /** ms */
  at: number;
}

/** A row whose attempt failed, and when it is due again (ms). */
export interface PostponedRow {
  id: number;
  at: number;
  error: string;
}

/** Written out in each query, for the indexes are of pending rows alone. */
export const isPending = sql<boolean>`state = 'pending'`;

/**
 * The type of all of them as far as the columns go that they share. Only those may be named in a query that uses it;
 * the tests run each query on each.
 */
export function shared(table: QueueName): "outbox" {
  return tables[table] as "outbox";
}

const targets: Record<QueueName, string> = {
  outbox: "peer_address",
  pulls: "peer_address",
  jobs: "host",
};

/**
 * The column that says whom a row goes to: a node by its address, or a host. Of those, the peers, no more than a share
 * is worked on at a time.
 */
export function target(table: QueueName): RawBuilder<string> {
  return sql.ref(targets[table]);
}

/** Writes down the ends of rows. What ended before, or is gone, stays as it is. */
export async function finishRows(tx: Tx, table: QueueName, rows: readonly FinishedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const ends = sql.join(
    rows.map(
      ({ id, state, error, at }) =>
        sql`(cast(${id} as bigint), cast(${state} as text), cast(${error} as text), cast(${at} as bigint))`,
    ),
  );
  await sql`
    with ends (ended_id, ended_state, ended_error, ended_at) as (values ${ends})
    update ${sql.table(shared(table))} set state = ended_state, finished_at = ended_at, last_error = ended_error, claimed_by = null
    from ends where id = ended_id and ${isPending}
  `.execute(tx);
}

/** Writes down failed attempts: each row counts one more, is nobody's, and is due again at its time. */
export async function postponeRows(tx: Tx, table: QueueName, rows: readonly PostponedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const delays = sql.join(
    rows.map(
      ({ id, at, error }) => sql`(cast(${id} as bigint), cast(${at} as bigint), cast(${error} as text))`,
    ),
  );
  await sql`
    with delays (delayed_id, due_at, error) as (values ${delays})
    update ${sql.table(shared(table))} set attempts = attempts + 1, next_try_at = due_at, last_error = error, claimed_by = null
    from delays where id = delayed_id and ${isPending}
  `.execute(tx);
}

/** No pending row of that peer is due before `at` (ms); rows that are held stay held. @returns how many moved. */
export async function postponePeer(tx: Tx, table: QueueName, peer: string, at: number): Promise<number> {
  const result = await tx
    .updateTable(shared(table))
    .set({ next_try_at: at })
    .where(target(table), "=", peer)
    .where(isPending)
    .where("next_try_at", "<", at)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Every pending row of that peer that nobody holds is due at `now` (ms), if it was not before. @returns how many moved. */
export async function releasePeer(tx: Tx, table: QueueName, peer: string, now: number): Promise<number> {
  const result = await tx
    .updateTable(shared(table))
    .set({ next_try_at: now })
    .where(target(table), "=", peer)
    .where(isPending)
    .where("next_try_at", ">", now)
    .where("claimed_by", "is", null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Rows that a worker holds (null: any worker) are nobody's again and due, in the order in which they were added. */
export async function releaseClaims(tx: Tx, table: QueueName, workerId: string | null): Promise<number> {
  const result = await tx
    .updateTable(shared(table))
    .set((eb) => ({ claimed_by: null, next_try_at: eb.ref("created_at") }))
    .where("claimed_by", "is not", null)
    .$if(workerId !== null, (query) => query.where("claimed_by", "=", workerId))
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Gives up the pending rows whose time is over at `now` (ms), but for those being worked on. @returns how many. */
export async function expireRows(tx: Tx, table: QueueName, now: number): Promise<number> {
  const result = await tx
    .updateTable(shared(table))
    .set({ state: "expired", finished_at: now, claimed_by: null })
    .where(isPending)
    .where("expires_at", "<=", now)
    .where((eb) => eb.or([eb("claimed_by", "is", null), eb("next_try_at", "<=", now)]))
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** When the next pending row is due (ms; a held one at the end of its lease), or null. */
export async function nextDueAt(db: Reader, table: QueueName): Promise<number | null> {
  const row = await db
    .selectFrom(shared(table))
    .select("next_try_at as at")
    .where(isPending)
    .orderBy("next_try_at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** How many rows there are in each state. It reads an index as a whole: for the owner's eyes, not for every request. */
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

/** Forgets up to `limit` rows that ended before that time (ms), the oldest first. @returns how many. */
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
    .where("finished_at", "<", finishedBefore)
    .orderBy("finished_at")
    .limit(limit);
  const result = await tx.deleteFrom(shared(table)).where("id", "in", ended).executeTakeFirst();
  return Number(result.numDeletedRows);
}

/**
 * Forgets up to `limit` rows that ended and after which `keep` others or more were added: so no more than `keep` of those
 * that are over stay, without counting them. @returns how many.
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
    const result = await tx.deleteFrom(shared(table)).where("id", "in", old).executeTakeFirst();
    left -= Number(result.numDeletedRows);
    if (left === 0) break;
  }
  return limit - left;
}

/**
 * After the clock went back by so many milliseconds: what was to be done at a time of the old clock is due sooner by as
 * much, and nothing has happened in the future. Rows that a worker holds keep their lease.
 */
export async function bringForward(tx: Tx, { now, by }: { now: number; by: number }): Promise<void> {
  const sooner = (column: string): RawBuilder<number> => {
    const at = sql.ref(column);
    return sql<number>`case when ${at} > ${now + by} then ${at} - ${by} when ${at} > ${now} then ${now} else ${at} end`;
  };
  const past = (column: string): RawBuilder<number> => {
    const at = sql.ref(column);
    return sql<number>`case when ${at} > ${now} then ${now} else ${at} end`;
  };
  for (const table of queueNames) {
    await tx
      .updateTable(shared(table))
      .set({ next_try_at: sooner("next_try_at") })
      .where(isPending)
      .where("next_try_at", ">", now)
      .where("claimed_by", "is", null)
      .execute();
    // A claim that is released is due from when its row was added.
    await tx
      .updateTable(shared(table))
      .set({ created_at: now, expires_at: sql<number>`expires_at - (created_at - ${now})` })
      .where(isPending)
      .where("created_at", ">", now)
      .execute();
  }
  await tx
    .updateTable("peers")
    .set({
      nextTryAt: sooner("nextTryAt"),
      nextCatchUpAt: sooner("nextCatchUpAt"),
      lastFailureAt: past("lastFailureAt"),
      failingSince: past("failingSince"),
    })
    .where((eb) =>
      eb.or((["nextTryAt", "nextCatchUpAt", "lastFailureAt"] as const).map((column) => eb(column, ">", now))),
    )
    .execute();
}
