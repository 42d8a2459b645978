import type { Address } from "@freehold/protocol";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "./database.ts";
import { dueQueues, markDue } from "./due-queues.ts";
import { isPending, type QueueName, queueNames, shared, updateUnclaimed } from "./queue-rows.ts";

/** The beginning of a batch: after this id, or after this address of a peer. */
export type Position =
  | { readonly table: QueueName; readonly after: number }
  | { readonly table: "peers"; readonly after: Address | "" };

interface Step {
  readonly now: number;
  readonly by: number;
}

const tables = [...queueNames, "peers"] as const;

// Not a limit: a batch size.
/** Small, so that no other writer waits long. */
const usualBatch = 500;

/**
 * Moves times of the future back after the clock went back by `by` milliseconds, one batch of rows: due times by the same amount, times of
 * past events to now. Claimed rows keep their lease. Doing it twice makes rows due too soon, and loses nothing.
 *
 * @returns where the next batch begins; null when this was the last one
 */
export async function bringForward(
  tx: Tx,
  { position = startOf(tables[0]), ...step }: Step & { position?: Position },
  batch = usualBatch,
): Promise<Position | null> {
  markDue(tx, ...dueQueues);
  const after = position.table === "peers" ? await movePeers(tx, position.after, step, batch) : null;
  const id = position.table === "peers" ? null : await moveRows(tx, position, step, batch);
  if (after !== null) return { table: "peers", after };
  if (id !== null) return { table: position.table as QueueName, after: id };
  const next = tables[tables.indexOf(position.table) + 1];
  return next ? startOf(next) : null;
}

function startOf(table: (typeof tables)[number]): Position {
  return table === "peers" ? { table, after: "" } : { table, after: 0 };
}

/** @returns the last id of a full batch */
async function moveRows(
  tx: Tx,
  { table, after }: { table: QueueName; after: number },
  { now, by }: Step,
  batch: number,
): Promise<number | null> {
  const rows = await tx
    .selectFrom(shared(table))
    .select("id")
    .where(isPending)
    .where("id", ">", after)
    .orderBy("id")
    .limit(batch)
    .execute();
  const last = rows.at(-1)?.id;
  if (last === undefined) return null;
  await updateUnclaimed(tx, table)
    .set({ nextTryAt: sooner("nextTryAt", { now, by }) })
    .where("id", ">", after)
    .where("id", "<=", last)
    .where("nextTryAt", ">", now)
    .execute();
  // `releaseClaims` uses `createdAt` as the due time.
  await tx
    .updateTable(shared(table))
    .set({ createdAt: now, expiresAt: sql<number>`expires_at - (created_at - ${now})` })
    .where(isPending)
    .where("id", ">", after)
    .where("id", "<=", last)
    .where("createdAt", ">", now)
    .execute();
  return rows.length === batch ? last : null;
}

/** @returns the last address of a full batch */
async function movePeers(
  tx: Tx,
  after: Address | "",
  { now, by }: Step,
  batch: number,
): Promise<Address | null> {
  const rows = await tx
    .selectFrom("peers")
    .select("address")
    .where("address", ">", after as Address)
    .orderBy("address")
    .limit(batch)
    .execute();
  const last = rows.at(-1)?.address;
  if (last === undefined) return null;
  await tx
    .updateTable("peers")
    .set({
      nextTryAt: sooner("nextTryAt", { now, by }),
      nextCatchUpAt: sooner("nextCatchUpAt", { now, by }),
      lastFailureAt: past("lastFailureAt", now),
      failingSince: past("failingSince", now),
    })
    .where("address", ">", after as Address)
    .where("address", "<=", last)
    .where((eb) =>
      eb.or((["nextTryAt", "nextCatchUpAt", "lastFailureAt"] as const).map((column) => eb(column, ">", now))),
    )
    .execute();
  return rows.length === batch ? last : null;
}

function sooner(column: string, { now, by }: Step): RawBuilder<number> {
  const at = sql.ref(column);
  return sql<number>`case when ${at} > ${now + by} then ${at} - ${by} when ${at} > ${now} then ${now} else ${at} end`;
}

function past(column: string, now: number): RawBuilder<number> {
  const at = sql.ref(column);
  return sql<number>`case when ${at} > ${now} then ${now} else ${at} end`;
}
