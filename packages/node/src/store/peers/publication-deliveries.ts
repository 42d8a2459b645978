import type { Address, Form } from "@freehold/protocol";
import { sql } from "kysely";
import type { Reader, Tx } from "../database.ts";
import { markDue } from "../due-queues.ts";
import { countChanged } from "../query-results.ts";
import { isPending, startAnew, updateUnclaimed } from "../queues/queue-rows.ts";
import type { QueueState } from "../tables/queues.ts";

/** How many deliveries of a publication's proof are in each state. */
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
 * Makes the next `limit` entries of a publication due at `now` (ms), in the order of their nodes, except delivered and claimed ones.
 * A refused or expired entry starts again, with all of its time.
 *
 * @param options.after the last node of the previous batch
 * @returns the number of entries, and the last node; null after the last batch
 */
export async function retryDeliveries(
  tx: Tx,
  options: { publicationId: number; now: number; peer?: Address; after?: Address | null; limit: number },
): Promise<{ count: number; last: Address | null }> {
  const { publicationId, now, peer, after = null, limit } = options;
  const batch = await tx
    .selectFrom("outbox")
    .select(["id", "peerAddress"])
    .where("subject", "=", String(publicationId))
    .where("kind", "=", "publication")
    .$if(peer !== undefined, (query) => query.where("peerAddress", "=", peer as Address))
    .$if(after !== null, (query) => query.where("peerAddress", ">", after as Address))
    .orderBy("peerAddress")
    .limit(limit)
    .execute();
  if (batch.length === 0) return { count: 0, last: null };
  const ids = batch.map(({ id }) => id);
  const entries = tx.updateTable("outbox").where("id", "in", ids);
  const again = entries.set(startAnew(now)).where("state", "in", ["refused", "expired"]);
  const sooner = entries
    .set({ nextTryAt: now })
    .where("state", "=", "pending")
    .where("claimedBy", "is", null)
    .where("nextTryAt", ">", now);
  const count = (await countChanged(again)) + (await countChanged(sooner));
  if (count > 0) markDue(tx, "outbox");
  return { count, last: batch.length === limit ? (batch.at(-1)?.peerAddress ?? null) : null };
}

/** A page of the nodes that can't be reached, by address, with the form of the protocol that they use. */
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

/** The id of the newest pending publication for a node after the `keep` newest ones; null where there are no more. */
export async function findWaitingBehind(db: Reader, peer: Address, keep: number): Promise<number | null> {
  const row = await db
    .selectFrom("outbox")
    .select("id")
    .where(isPending)
    .where("peerAddress", "=", peer)
    .where("kind", "=", "publication")
    // An expression, so that the database does not scan the index of all pending rows by id.
    .orderBy(sql`id + 0`, "desc")
    .offset(keep)
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Expires the pending publications for a node up to that id, except claimed ones. @returns how many. */
export async function giveUpWaiting(
  tx: Tx,
  { peer, upTo, reason, now }: { peer: Address; upTo: number; reason: string; now: number },
): Promise<number> {
  return countChanged(
    updateUnclaimed(tx, "outbox")
      .set({ state: "expired", finishedAt: now, lastError: reason })
      .where("peerAddress", "=", peer)
      .where("kind", "=", "publication")
      .where("id", "<=", upTo),
  );
}
