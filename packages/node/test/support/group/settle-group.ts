import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "../../../src/context.ts";
import { limits } from "../../../src/jobs/limits.ts";
import { queueNames } from "../../../src/store/queues/queue-rows.ts";

/** The longest wait for a catch-up that somebody has claimed, because its row does not name the worker. */
const longestCatchUpMs = 10_000;
/** The same where workers are killed: the claim of one that was killed has to end, and another one reads the index. */
const longestAfterKillMs = longestCatchUpMs + limits.catchUpClaimMs;
const lookEveryMs = 50;

/**
 * Waits until, by its database, no process of a node has anything to do.
 *
 * @param patienceMs it also waits for rows that become due within this time, such as failures after a kill
 */
export async function settleGroup(
  { store: { db }, clock }: Pick<Context, "store" | "clock">,
  patienceMs: number,
): Promise<void> {
  const began = clock.now();
  const longest = patienceMs > 0 ? longestAfterKillMs : longestCatchUpMs;
  let quiet = 0;
  // One look may be between two pieces of work.
  while (quiet < 3) {
    const now = clock.now();
    quiet = (await isBusy(now)) ? 0 : quiet + 1;
    await pause(lookEveryMs);
  }

  async function isBusy(now: number): Promise<boolean> {
    for (const table of queueNames) {
      const rows = await db
        .selectFrom(table as "outbox")
        .select(["claimedBy", "nextTryAt"])
        .where("state", "=", "pending")
        .execute();
      if (rows.some((row) => row.claimedBy !== null || row.nextTryAt <= now + patienceMs)) return true;
    }
    const peers = await db
      .selectFrom("peers")
      .select("nextCatchUpAt")
      .where("nextCatchUpAt", "is not", null)
      .execute();
    // A claim moves the time to its own end, and is renewed while the work goes on.
    const claimed = now - began < longest ? limits.catchUpClaimMs : 0;
    return peers.some(({ nextCatchUpAt }) => (nextCatchUpAt ?? 0) <= now + Math.max(patienceMs, claimed));
  }
}
