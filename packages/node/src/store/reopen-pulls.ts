import type { Address } from "@freehold/protocol";
import type { Tx } from "./database.ts";

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

/**
 * Tries again what was refused for want of room: under another quota than today's, or before something was deleted.
 *
 * @param quota.reason with what the reasons begin; `current` is today's whole one
 * @returns how many pulls are pending again
 */
export async function reopenPullsForRoom(
  tx: Tx,
  peer: Address,
  quota: { reason: string; current: string; freedAt: number; now: number; expiresAt: number },
): Promise<number> {
  const { reason, current, freedAt, now, expiresAt } = quota;
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
    .where("state", "=", "refused")
    .where("last_error", "like", `${reason}%`)
    .where((eb) => eb.or([eb("last_error", "!=", current), eb("finished_at", "<=", freedAt)]))
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
