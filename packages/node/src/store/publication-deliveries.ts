import type { Address } from "@freehold/protocol";
import type { Reader, Tx } from "./database.ts";
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
