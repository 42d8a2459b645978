import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import type { Reader } from "../database.ts";
import { dialectOf } from "../database.ts";
import { countRows, findRow } from "../query-results.ts";
import { isPending, type QueueName, shared } from "../queues/queue-rows.ts";
import type { PeerState } from "../tables/peers.ts";

/** The contents that one query adds up: few, so that no other query waits long. */
const stride = 10_000;

/** How many rows of a queue are pending, counted up to `most`. */
export async function countPending(db: Reader, table: QueueName, most: number): Promise<number> {
  const pending = db.selectFrom(shared(table)).select("id").where(isPending).limit(most);
  return await countRows(db.selectFrom(pending.as("counted")));
}

/** When the oldest pending row of a queue was added (ms), or null. */
export async function oldestPendingAt(db: Reader, table: QueueName): Promise<number | null> {
  const pending = db.selectFrom(shared(table)).select("createdAt as at").where(isPending);
  const row = await findRow(pending.orderBy("id").limit(1));
  return row?.at ?? null;
}

/** How many peers are in each state, counted up to `most` in all and as many failing ones. */
export async function countPeers(db: Reader, most: number): Promise<Record<PeerState, number>> {
  const all = db.selectFrom("peers").select("address").limit(most);
  // Written out, because the index contains only failing ones.
  const bad = db.selectFrom("peers").select("address").where(sql<boolean>`state = 'failing'`).limit(most);
  const total = await countRows(db.selectFrom(all.as("counted")));
  const failing = await countRows(db.selectFrom(bad.as("counted")));
  return { healthy: Math.max(0, total - failing), failing };
}

/** How many contents there are, and their bytes. It walks all of them in strides, and lets others work in between. */
export async function sumContents(db: Reader): Promise<{ count: number; bytes: number }> {
  const sum = { count: 0, bytes: 0 };
  for (let after: string | null = ""; after !== null; ) {
    const part: { count: number; bytes: number | null; last: string | null } = await sumStride(db, after);
    sum.count += part.count;
    sum.bytes += Number(part.bytes ?? 0);
    after = part.count < stride ? null : part.last;
    await setImmediate();
  }
  return sum;
}

async function sumStride(db: Reader, after: string) {
  const walked = db
    .selectFrom("contents")
    .select(["hash", "size"])
    .where("hash", ">", after as `0x${string}`)
    .orderBy("hash")
    .limit(stride);
  return await db
    .selectFrom(walked.as("walked"))
    .select((eb) => [
      eb.fn.countAll<number>().as("count"),
      eb.fn.sum<number | null>("size").as("bytes"),
      eb.fn.max("hash").as("last"),
    ])
    .executeTakeFirstOrThrow();
}

/** The size of the database on disk, in bytes. */
export async function measureDatabase(db: Reader): Promise<number> {
  const { rows } = await sql.raw<{ bytes: number }>(dialectOf(db).sizeQuery).execute(db);
  return Number(rows[0]?.bytes ?? 0);
}
