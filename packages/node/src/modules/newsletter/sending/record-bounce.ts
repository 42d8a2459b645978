import { dayMs } from "@freehold/protocol/internal";
import type { Tx } from "../../../store/database.ts";
import { newsletterLimits as limits } from "../limits.ts";
import { findSubscriber, updateSubscriber } from "../store/subscribers.ts";

/**
 * Counts a hard bounce of a reader's address, one a day (UTC); after some in a row it is paused. Runs in a transaction that
 * holds the lock `newsletter`. @returns whether it is paused now
 */
export async function recordBounce(
  tx: Tx,
  subscriberId: number,
  { status, now }: { status: string; now: number },
): Promise<boolean> {
  const reader = await findSubscriber(tx, subscriberId);
  if (!reader) return false;
  const dayOf = (at: number) => Math.floor(at / dayMs);
  if (reader.lastBounceAt !== null && dayOf(reader.lastBounceAt) >= dayOf(now)) return false;
  const isInARow = reader.lastBounceAt !== null && now - reader.lastBounceAt < limits.bounceMemoryMs;
  const bounces = (isInARow ? reader.bounces : 0) + 1;
  const isPaused = reader.state === "active" && bounces >= limits.hardBounces;
  const changes = { bounces, lastBounceAt: now, lastBounce: status };
  await updateSubscriber(tx, subscriberId, isPaused ? { ...changes, state: "paused" } : changes);
  return isPaused;
}
