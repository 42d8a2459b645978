import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../database.ts";
import { dueQueues, markDue } from "../due-queues.ts";
import { readMeta, writePrivateMeta } from "../meta.ts";
import { listTables } from "../tables/list-tables.ts";
import type { TimeKind } from "../tables/table-traits.ts";
import { queueNames } from "./queue-rows.ts";

/** The beginning of a batch: a table of the list, and the key before it. */
export interface Position {
  readonly table: number;
  readonly after: string | number | null;
}

interface Step {
  /** The time that the clock shows (ms). */
  readonly now: number;
  /** … and by how much it went back. */
  readonly by: number;
}

interface TimedTable {
  readonly name: string;
  /** The one column of its key: its rows go in batches. Null for a key of more columns. */
  readonly key: string | null;
  readonly due: readonly string[];
  readonly events: readonly string[];
  readonly until: readonly string[];
}

function listTimedTables(): TimedTable[] {
  return listTables()
    .map(({ name, key, times = {} }) => {
      const named = (kind: TimeKind) => Object.keys(times).filter((column) => times[column] === kind);
      const only = key.length === 1 ? (key[0] ?? null) : null;
      return { name, key: only, due: named("due"), events: named("event"), until: named("until") };
    })
    .filter(({ due, events }) => due.length + events.length > 0);
}

/** Small, so that no other writer waits long. */
const usualBatch = 500;

/**
 * Moves times of the future back after the clock went back, one batch of rows: each as the traits of its table say. Claimed rows keep
 * their lease. Doing it twice makes rows due too soon, and loses nothing.
 *
 * @returns where the next batch begins; null when this was the last one
 */
export async function bringForward(
  tx: Tx,
  { position = { table: 0, after: null }, now, by }: Step & { position?: Position },
  batch = usualBatch,
): Promise<Position | null> {
  markDue(tx, ...dueQueues);
  const table = listTimedTables()[position.table];
  if (!table) {
    await moveValues(tx, { now, by });
    return null;
  }
  const { key } = table;
  const isAhead = sql.join(
    [...table.due, ...table.events].map((column) => sql`${sql.ref(column)} > ${now}`),
    sql` or `,
  );
  const after =
    key === null || position.after === null ? sql`` : sql`and ${sql.ref(key)} > ${position.after}`;
  const order = key === null ? sql`` : sql`order by ${sql.ref(key)} limit ${batch}`;
  const found = await sql<{ key: string | number }>`
    select ${key === null ? sql`1` : sql.ref(key)} as key from ${sql.table(table.name)} where (${isAhead}) ${after} ${order}
  `.execute(tx);
  const last = found.rows.at(-1)?.key;
  const next = { table: position.table + 1, after: null };
  if (last === undefined) return next;
  const range = key === null ? sql`` : sql`${after} and ${sql.ref(key)} <= ${last}`;
  await sql`
    update ${sql.table(table.name)} set ${sql.join(changesOf(table, { now, by }))} where (${isAhead}) ${range}
  `.execute(tx);
  return key !== null && found.rows.length === batch ? { table: position.table, after: last } : next;
}

function changesOf({ name, due, events, until }: TimedTable, step: Step): RawBuilder<unknown>[] {
  const isClaimed = queueNames.some((queue) => queue === name) ? sql`claimed_by is not null` : sql`1 = 0`;
  return [
    ...due.map(
      (column) =>
        sql`${sql.ref(column)} = case when ${isClaimed} then ${sql.ref(column)} else ${sooner(column, step)} end`,
    ),
    ...events.map(
      (column) =>
        sql`${sql.ref(column)} = case when ${sql.ref(column)} > ${step.now} then ${step.now} else ${sql.ref(column)} end`,
    ),
    // The values before the update count.
    ...until.map(
      (column) => sql`${sql.ref(column)} = case when created_at > ${step.now}
        then ${sql.ref(column)} - (created_at - ${step.now}) else ${sql.ref(column)} end`,
    ),
  ];
}

function sooner(column: string, { now, by }: Step): RawBuilder<number> {
  const at = sql.ref(column);
  return sql<number>`case when ${at} > ${now + by} then ${at} - ${by} when ${at} > ${now} then ${now} else ${at} end`;
}

async function moveValues(tx: Tx, { now, by }: Step): Promise<void> {
  for (const key of listTables().flatMap(({ dueValues = [] }) => dueValues)) {
    const at = Number((await readMeta(tx, key)) ?? 0);
    if (at > now) await writePrivateMeta(tx, key, String(Math.max(now, at - by)));
  }
}
