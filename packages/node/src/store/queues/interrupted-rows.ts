import { dayMs } from "@freehold/protocol/internal";
import { type Selectable, sql } from "kysely";
import { dialectOf, type Reader, type Tx } from "../database.ts";
import { markDue } from "../due-queues.ts";
import { findPeer, scheduleCatchUp } from "../peers/peers.ts";
import { countChanged, didChange, hasRow } from "../query-results.ts";
import type { InterruptedRowsTable, WorkQueue } from "../tables/queues.ts";
import { finishRows, heldBy, isPending, isQueueName, queueNames, shared } from "./queue-rows.ts";

/*
 * Work that ended its process must not end each next one, and most of what was under way then is innocent. So what a dead
 * process had claimed is not claimed again by the queues: it is tried in processes beside the node, first together, then each
 * alone. The attempt is counted before it begins. Only a row whose process died while nothing else was in it is set aside.
 */

/** A row that was interrupted. */
export type InterruptedRow = Selectable<InterruptedRowsTable>;
export type RowName = Pick<InterruptedRow, "queue" | "rowKey">;

/** Attempts together, before each row is tried alone. */
const togetherAttempts = 2;
/** A death that was seen counts two attempts, and one in which the whole node died counts one: it may have been killed. */
const aloneAttempts = 4;

/** A time that never comes (ms): the queues do not claim the row, and it does not expire. */
const never = 8.64e15;

/**
 * Takes the claims of a process that died (null: of all but `except`) out of the queues.
 *
 * @param options.now ms
 * @returns how many rows
 */
export async function interruptClaims(
  tx: Tx,
  worker: string | null,
  { now, except = "" }: { now: number; except?: string },
): Promise<number> {
  let rows = 0;
  for (const table of queueNames) {
    const claimed = sql`claimed_by is not null and claimed_by <> ${heldBy} and claimed_by <> ${except}
      and (${worker === null ? 1 : 0} = 1 or claimed_by = ${worker ?? ""})`;
    await sql`
      insert into interrupted_rows (queue, row_key, state, worker, deaths, created_at)
      select cast(${table} as text), cast(id as text), 'interrupted', null, 0, cast(${now} as bigint)
      from ${sql.table(table)} where ${claimed} and ${isPending}
      on conflict (queue, row_key) do nothing
    `.execute(tx);
    rows += await countChanged(
      tx
        .updateTable(shared(table))
        .set({ claimedBy: heldBy, nextTryAt: never })
        .where(sql<boolean>`${claimed}`)
        .where(isPending),
    );
  }
  const taken = (state: "running" | "other") =>
    tx
      .updateTable("interrupted_rows")
      .where("worker", "is not", null)
      .where("worker", "<>", except)
      .$if(worker !== null, (query) => query.where("worker", "=", worker))
      .where("state", state === "running" ? "=" : "<>", "running");
  rows += await countChanged(taken("running").set({ state: "interrupted", worker: null, createdAt: now }));
  // Rows that the process tried apart keep their state: the attempt is counted.
  await taken("other").set({ worker: null }).execute();
  markDue(tx, "interrupted");
  return rows;
}

/** The ids of processes that claimed rows of queues without a column for claims, or that try interrupted rows. */
export async function listWorkersAtRows(db: Reader): Promise<string[]> {
  const found = db.selectFrom("interrupted_rows").select("worker as id").distinct();
  return (await found.where("worker", "is not", null).execute()).flatMap(({ id }) => id ?? []);
}

/** Notes claims of a queue whose table has no column for it, in the transaction of the claim. */
export async function noteRunning(
  tx: Tx,
  queue: WorkQueue,
  keys: readonly string[],
  { worker, now }: { worker: string; now: number },
): Promise<void> {
  if (keys.length === 0) return;
  await tx
    .insertInto("interrupted_rows")
    .values(keys.map((rowKey) => ({ queue, rowKey, state: "running", worker, deaths: 0, createdAt: now })))
    .onConflict((conflict) => conflict.columns(["queue", "rowKey"]).doUpdateSet({ worker, createdAt: now }))
    .execute();
}

/** Ends those notes. */
export async function endRunning(tx: Tx, queue: WorkQueue, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await tx
    .deleteFrom("interrupted_rows")
    .where("queue", "=", queue)
    .where("rowKey", "in", keys)
    .where("state", "=", "running")
    .execute();
}

/** Which interrupted rows a process takes: those to try together, or one to try alone. */
export interface Wanted {
  readonly worker: string;
  readonly now: number;
  readonly state: "interrupted" | "alone";
  readonly queues: readonly WorkQueue[];
  readonly limit: number;
}

/** Whether there are rows that no process has taken. */
export function hasInterrupted(
  db: Reader,
  { state, queues }: Pick<Wanted, "state" | "queues">,
): Promise<boolean> {
  return hasRow(
    db
      .selectFrom("interrupted_rows")
      .select("queue")
      .where("state", "=", state)
      .where("worker", "is", null)
      .where("queue", "in", queues)
      .limit(1),
  );
}

/**
 * Takes rows to try, and counts the attempt: durable before the work begins. Rows whose attempts are used up change their
 * state instead.
 *
 * @returns the rows to try, and those that were set aside now
 */
export async function takeInterrupted(
  tx: Tx,
  { worker, now, state, queues, limit }: Wanted,
): Promise<{ taken: InterruptedRow[]; setAside: InterruptedRow[] }> {
  await dialectOf(tx).lock(tx, "interrupted rows");
  const rows = await tx
    .selectFrom("interrupted_rows")
    .select(["queue", "rowKey", "state", "worker", "deaths", "createdAt"])
    .where("state", "=", state)
    .where("worker", "is", null)
    .where("queue", "in", queues)
    .orderBy("deaths")
    .orderBy("createdAt")
    .limit(limit)
    .execute();
  const most = state === "alone" ? aloneAttempts : togetherAttempts;
  const [taken, usedUp] = [
    rows.filter(({ deaths }) => deaths < most),
    rows.filter(({ deaths }) => deaths >= most),
  ];
  for (const row of taken) await change(tx, row, { worker, deaths: row.deaths + 1 });
  for (const row of usedUp)
    await change(
      tx,
      row,
      state === "alone" ? { state: "aside", createdAt: now } : { state: "alone", deaths: 0 },
    );
  if (usedUp.length > 0) markDue(tx, "interrupted");
  return { taken, setAside: state === "alone" ? usedUp : [] };
}

/** The process in which these rows were tried has died. @returns those that are set aside now */
export async function noteDeath(tx: Tx, rows: readonly RowName[], now: number): Promise<InterruptedRow[]> {
  const setAside: InterruptedRow[] = [];
  for (const name of rows) {
    const row = await findInterrupted(tx, name);
    if (!row) continue;
    const deaths = rows.length > 1 ? 0 : row.state === "alone" ? row.deaths + 1 : 2;
    const isOver = deaths >= aloneAttempts;
    const changed = { state: isOver ? "aside" : "alone", deaths, worker: null, createdAt: now } as const;
    await change(tx, name, changed);
    if (isOver) setAside.push({ ...row, ...changed });
  }
  markDue(tx, "interrupted");
  return setAside;
}

/** The attempt was ended by this node, and says nothing about the row. */
export async function giveBack(tx: Tx, rows: readonly RowName[]): Promise<void> {
  for (const { queue, rowKey } of rows)
    await tx
      .updateTable("interrupted_rows")
      .set((eb) => ({ worker: null, deaths: eb("deaths", "-", 1) }))
      .where("queue", "=", queue)
      .where("rowKey", "=", rowKey)
      .where("deaths", ">", 0)
      .execute();
}

/** The work came to an end: the row is as any other. */
export async function endInterruption(tx: Tx, { queue, rowKey }: RowName): Promise<boolean> {
  return didChange(tx.deleteFrom("interrupted_rows").where("queue", "=", queue).where("rowKey", "=", rowKey));
}

/** The rows that were set aside, oldest first. */
export function listSetAside(db: Reader, limit: number): Promise<InterruptedRow[]> {
  return db
    .selectFrom("interrupted_rows")
    .select(["queue", "rowKey", "state", "worker", "deaths", "createdAt"])
    .where("state", "=", "aside")
    .orderBy("createdAt")
    .orderBy("queue")
    .orderBy("rowKey")
    .limit(limit)
    .execute();
}

/** Lets a row that was set aside be tried again, alone. @returns whether it was set aside */
export async function retrySetAside(tx: Tx, name: RowName, now: number): Promise<boolean> {
  const row = await findInterrupted(tx, name);
  if (row?.state !== "aside") return false;
  await change(tx, name, { state: "alone", deaths: 0, worker: null, createdAt: now });
  markDue(tx, "interrupted");
  return true;
}

interface DropOptions {
  /** ms */
  readonly now: number;
  readonly error: string;
  /** Gives up a row of a module's queue. */
  readonly drop?:
    | ((tx: Tx, rowKey: string, how: { now: number; error: string }) => Promise<unknown>)
    | undefined;
}

/**
 * Gives up a row that was set aside: a row of a queue of the core is refused, and a module gives up a row of its own. A followed
 * node's index is read as usual from the next day on.
 *
 * @returns whether it was set aside
 */
export async function dropSetAside(
  tx: Tx,
  { queue, rowKey }: RowName,
  { now, error, drop }: DropOptions,
): Promise<boolean> {
  const row = await findInterrupted(tx, { queue, rowKey });
  if (row?.state !== "aside") return false;
  await endInterruption(tx, row);
  if (queue === "catch-ups") {
    const address = rowKey as `0x${string}`;
    const peer = await findPeer(tx, address);
    if (peer !== null && peer.nextCatchUpAt !== null) await scheduleCatchUp(tx, address, now + dayMs);
  } else if (drop) {
    await drop(tx, rowKey, { now, error });
  } else if (isQueueName(queue)) {
    await finishRows(tx, queue, [{ id: Number(rowKey), state: "refused", error, at: now }]);
  }
  return true;
}

export async function findInterrupted(
  db: Reader,
  { queue, rowKey }: RowName,
): Promise<InterruptedRow | null> {
  const row = await db
    .selectFrom("interrupted_rows")
    .select(["queue", "rowKey", "state", "worker", "deaths", "createdAt"])
    .where("queue", "=", queue)
    .where("rowKey", "=", rowKey)
    .executeTakeFirst();
  return row ?? null;
}

async function change(
  tx: Tx,
  { queue, rowKey }: RowName,
  changes: Partial<Pick<InterruptedRow, "state" | "worker" | "deaths" | "createdAt">>,
): Promise<void> {
  await tx
    .updateTable("interrupted_rows")
    .set(changes)
    .where("queue", "=", queue)
    .where("rowKey", "=", rowKey)
    .execute();
}
