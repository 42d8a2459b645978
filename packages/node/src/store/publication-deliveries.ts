import type { Address, Form } from "@freehold/protocol";
import { sql } from "kysely";
import type { Reader, Tx } from "./database.ts";
import { isPending } from "./queue-rows.ts";
import type { QueueState } from "./tables/queues.ts";

/** How many followers a publication's proof is on its way to, reached, and did not reach. */
export async function countDeliveries(
  db: Reader,
  publicationId: number,
): Promise<Record<QueueState, number>> {
  const rows = await db
    .selectFrom("outbox")
    .select((eb) => ["state", eb.fn.countAll<number>().as("count")])
    .where("subject", "=", String(publicationId))
    .where("kind", "=", "publication")
    .groupBy("state")
    .execute();
  const counts = { pending: 0, done: 0, refused: 0, expired: 0 };
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}

/**
 * Makes every entry of a publication due at `now` (ms) that is not delivered and not being worked on: one that was refused or
 * given up begins anew, with as much time as it had at first. @returns how many.
 */
export async function retryDeliveries(
  tx: Tx,
  { publicationId, now, peer }: { publicationId: number; now: number; peer?: Address },
): Promise<number> {
  const entries = tx
    .updateTable("outbox")
    .where("subject", "=", String(publicationId))
    .where("kind", "=", "publication")
    .$if(peer !== undefined, (query) => query.where("peer_address", "=", peer as Address));
  const again = await entries
    .set((eb) => ({
      state: "pending",
      attempts: 0,
      next_try_at: now,
      claimed_by: null,
      created_at: now,
      expires_at: eb(eb("expires_at", "-", eb.ref("created_at")), "+", now),
      finished_at: null,
      last_error: null,
    }))
    .where("state", "in", ["refused", "expired"])
    .executeTakeFirst();
  const sooner = await entries
    .set({ next_try_at: now })
    .where("state", "=", "pending")
    .where("claimed_by", "is", null)
    .where("next_try_at", ">", now)
    .executeTakeFirst();
  return Number(again.numUpdatedRows + sooner.numUpdatedRows);
}

/** A piece of the nodes that can't be reached, by address, with the form that they speak. */
export async function listUnreachable(
  db: Reader,
  { after, limit }: { after: Address | null; limit: number },
): Promise<{ address: Address; form: Form | null }[]> {
  return db
    .selectFrom("peers")
    .leftJoin("profiles", "profiles.address", "peers.address")
    .select(["peers.address", "profiles.form"])
    .where("peers.state", "=", "failing")
    .$if(after !== null, (query) => query.where("peers.address", ">", after as Address))
    .orderBy("peers.address")
    .limit(limit)
    .execute();
}

/**
 * The id of the newest publication that waits for a node in the outbox behind the `keep` newest ones; null where there
 * are no more than those.
 */
export async function findWaitingBehind(db: Reader, peer: Address, keep: number): Promise<number | null> {
  const row = await db
    .selectFrom("outbox")
    .select("id")
    .where(isPending)
    .where("peer_address", "=", peer)
    .where("kind", "=", "publication")
    // No order of an index: the one of all pending rows by id would be gone through for those of one node.
    .orderBy(sql`id + 0`, "desc")
    .offset(keep)
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Gives up the publications that wait for a node, up to that id, but for those being worked on. @returns how many. */
export async function giveUpWaiting(
  tx: Tx,
  { peer, upTo, reason, now }: { peer: Address; upTo: number; reason: string; now: number },
): Promise<number> {
  const result = await tx
    .updateTable("outbox")
    .set({ state: "expired", finished_at: now, last_error: reason })
    .where(isPending)
    .where("peer_address", "=", peer)
    .where("kind", "=", "publication")
    .where("id", "<=", upTo)
    .where("claimed_by", "is", null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
