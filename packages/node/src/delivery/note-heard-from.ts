import type { Address } from "@freehold/protocol";
import type { Context } from "../context.ts";
import type { Tx } from "../store/database.ts";
import { findPeer, recordPeerHeard, scheduleCatchUp } from "../store/peers.ts";
import { limits } from "./limits.ts";
import { postponeRowsOf, releaseRows } from "./peer-health.ts";

/** A healthy peer's `heard_at` is kept to this accuracy. */
const accuracyMs = 10_000;

/**
 * Records that something with a valid signature came from a peer. One that was failing is tried again at once, or a
 * minute after the last try where that was less long ago. Its failures still count: only an answer to a call of ours
 * shows that the way to it is open.
 */
export async function noteHeardFrom(
  { store, clock, events }: Pick<Context, "store" | "clock" | "events">,
  address: Address,
): Promise<void> {
  const now = clock.now();
  if (!isNews(await findPeer(store.db, address), now)) return;
  if (await store.transaction((tx) => hearFrom(tx, address, now))) announce(events);
}

/**
 * The same inside the caller's transaction, after it added what it adds: that waits with the rest for a failing peer.
 *
 * @returns whether something may be due sooner than it was, to be announced after the transaction
 */
export async function hearFrom(tx: Tx, address: Address, now: number): Promise<boolean> {
  const peer = await findPeer(tx, address);
  if (!peer || !isNews(peer, now)) return false;
  if (peer.state === "healthy") {
    await recordPeerHeard(tx, address, now);
    return false;
  }
  const at = Math.max(now, Math.min(peer.nextTryAt, (peer.lastFailureAt ?? 0) + limits.probeMs));
  await recordPeerHeard(tx, address, now, at);
  await releaseRows(tx, address, at);
  await postponeRowsOf(tx, address, at);
  if (peer.nextCatchUpAt !== null && peer.nextCatchUpAt > at) await scheduleCatchUp(tx, address, at);
  return true;
}

/** Tells the queues and the catch-up loop that something may have become due. */
export function announce(events: Context["events"]): void {
  events.emit("outbox.due");
  events.emit("pulls.due");
  events.emit("catch-up.due");
}

function isNews(peer: Awaited<ReturnType<typeof findPeer>>, now: number): boolean {
  if (!peer) return false;
  return peer.state === "failing" || Math.abs(now - (peer.heardAt ?? 0)) >= accuracyMs;
}
