import type { Address } from "@freehold/protocol";
import type { Tx } from "./store.ts";

/**
 * Tries again what was refused or given up before `finishedBefore` (ms): the publisher is followed anew since. What
 * was fetched stays as it is.
 *
 * @returns how many pulls are pending again
 */
export async function reopenPulls(
  tx: Tx,
  peer: Address,
  times: { finishedBefore: number; now: number; expiresAt: number },
): Promise<number> {
  const { finishedBefore, now, expiresAt } = times;
  const result = await tx
    .updateTable("pulls")
    .set({
      state: "pending",
      attempts: 0,
      next_try_at: now,
      expires_at: expiresAt,
      finished_at: null,
      last_error: null,
    })
    .where("peer_address", "=", peer)
    .where("state", "in", ["refused", "expired"])
    .where("finished_at", "<", finishedBefore)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
