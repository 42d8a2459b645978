import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "../../../src/context.ts";
import { limits } from "../../../src/jobs/limits.ts";
import { queueNames } from "../../../src/store/queue-rows.ts";

/** A catch-up has no mark of who is at it: it is not waited for longer. */
const longestCatchUpMs = 10_000;
const lookEveryMs = 50;

/**
 * Waits until no process of a node has anything to do, as its database says.
 *
 * @param patienceMs what becomes due within so long is waited for, too: what failed, because a process was killed
 */
export async function settleGroup(
  { store: { db }, clock }: Pick<Context, "store" | "clock">,
  patienceMs: number,
): Promise<void> {
  const began = clock.now();
  let quiet = 0;
  // One look may fall between two pieces of work.
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
      .select(["nextCatchUpAt", "caughtUpAt"])
      .where("nextCatchUpAt", "is not", null)
      .execute();
    return peers.some(({ nextCatchUpAt, caughtUpAt }) => {
      const next = nextCatchUpAt ?? 0;
      if (next <= now + patienceMs) return true;
      // A claim moves it to the end of the lease.
      const claimedAt = next - limits.catchUpMs;
      return claimedAt > (caughtUpAt ?? 0) && claimedAt <= now && now - began < longestCatchUpMs;
    });
  }
}
