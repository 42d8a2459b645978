import type { Address } from "@freehold/protocol";
import { dayMs, minuteMs } from "@freehold/protocol/internal";
import type { Context } from "../context.ts";
import type { Tx } from "../store/database.ts";
import { dialectOf } from "../store/database.ts";
import { addPeerEvent } from "../store/peers/peer-events.ts";
import {
  findPeer,
  type Peer,
  readPeers,
  recordPeerFailure,
  recordPeerHeard,
  recordPeerSuccess,
  scheduleCatchUp,
} from "../store/peers/peers.ts";
import { postponePeer, releasePeer } from "../store/queues/queue-rows.ts";
import { retryDelay } from "./retry.ts";

const probeMs = minuteMs; // between two tries of a node that calls but can't be reached
const longFailureMs = dayMs; // the owner is notified of a node that can't be reached for so long

/** Times of a healthy peer are exact to ten seconds, so that not every message costs a write. */
const accuracyMs = 10_000;

/**
 * Records successful calls to these peers. When a peer had failed before, everything that waits for it is tried now, and
 * its index is read again if it is followed: its messages of that time did not arrive.
 */
export async function notePeerSuccess(tx: Tx, addresses: readonly Address[], now: number): Promise<void> {
  const known = await readPeers(tx, addresses);
  const fresh = new Set(known.filter((peer) => isFresh(peer, now)).map(({ address }) => address));
  await recordPeerSuccess(
    tx,
    addresses.filter((address) => !fresh.has(address)),
    now,
  );
  for (const peer of known) if (peer.state === "failing") await notePeerBack(tx, peer, now);
}

/** Whether the time of the peer's last success is exact enough. */
function isFresh({ state, lastSuccessAt }: Peer, now: number): boolean {
  const since = now - (lastSuccessAt ?? 0);
  return state !== "failing" && since >= 0 && since < accuracyMs;
}

/** @param before the peer as it was while it failed */
async function notePeerBack(tx: Tx, before: Peer, now: number): Promise<void> {
  const { address, failingSince } = before;
  if (failingSince !== null && now - failingSince >= longFailureMs) {
    const detail = { since: new Date(failingSince).toISOString() };
    const event = { isWarning: false, url: null, detail, proof: null, now };
    await addPeerEvent(tx, { address, kind: "reachable", ...event });
  }
  await moveRows(releasePeer, tx, address, now);
  if (before.nextCatchUpAt !== null) await scheduleCatchUp(tx, address, now);
}

/** A call that did not get through. */
export interface PeerFailure {
  now: number;
  /** When the call was begun (ms). */
  startedAt: number;
  /** A sentence for the owner. */
  error: string;
  /** The delay that the peer asked for (ms); 0 for none. */
  afterMs?: number;
  /** From 0 up to 1. */
  random: number;
}

/** The effect of a failed call. */
export interface NotedFailure {
  /** When the peer is tried again (ms). */
  nextTryAt: number;
  /** The time since which nothing gets through (ms), given once, by the first failure after a day of them; else null. */
  longSince: number | null;
}

/**
 * Records a call that did not get through, and lets all that is pending for the peer wait, in both queues. Calls that
 * were under way together are one failure: a peer with four calls open does not fail four times.
 */
export async function notePeerFailure(tx: Tx, address: Address, failure: PeerFailure): Promise<NotedFailure> {
  const { now, startedAt, error, afterMs = 0, random } = failure;
  // Two workers must not count the same failure at the same moment.
  await dialectOf(tx).lock(tx, `peer ${address}`);
  const before = await findPeer(tx, address);
  const counted = before?.state === "failing" && (before.lastFailureAt ?? 0) >= startedAt;
  if (counted && before.nextTryAt > now) return { nextTryAt: before.nextTryAt, longSince: null };
  const nextTryAt = now + retryDelay((before?.failures ?? 0) + 1, afterMs, random);
  await recordPeerFailure(tx, address, { now, error, nextTryAt });
  await moveRows(postponePeer, tx, address, nextTryAt);
  return { nextTryAt, longSince: longSince(before, now) };
}

function longSince(before: Peer | null, now: number): number | null {
  if (before?.failingSince == null || before.lastFailureAt === null) return null;
  const isLong = now - before.failingSince >= longFailureMs;
  const wasLong = before.lastFailureAt - before.failingSince >= longFailureMs;
  return isLong && !wasLong ? before.failingSince : null;
}

/** Records the results of a queue's calls for all rows that wait for the same peers. */
export interface CallHealth<Row> {
  /** Records successful calls, with one row for each peer. */
  succeeded(tx: Tx, rows: readonly Row[], now: number): Promise<void>;
  /**
   * Nothing gets through.
   * @returns when the row is due again (ms)
   */
  failed(tx: Tx, row: Row, failure: PeerFailure): Promise<number>;
}

/**
 * The health of nodes, as the queues keep it.
 *
 * @param onLong called once, in the transaction, when a node could not be reached for a day (`since` in ms)
 */
export function createPeerHealth(
  onLong: (tx: Tx, peer: { address: Address; since: number; now: number }) => Promise<void>,
): CallHealth<{ readonly peerAddress: Address }> {
  return {
    succeeded: (tx, rows, now) =>
      notePeerSuccess(
        tx,
        rows.map(({ peerAddress }) => peerAddress),
        now,
      ),
    async failed(tx, { peerAddress: address }, failure) {
      const { nextTryAt, longSince: since } = await notePeerFailure(tx, address, failure);
      if (since !== null) await onLong(tx, { address, since, now: failure.now });
      return nextTryAt;
    },
  };
}

/** Moves the due times of the pending rows of a peer, in both queues: none is earlier than `at` (ms), or none is later. */
async function moveRows(move: typeof postponePeer, tx: Tx, address: Address, at: number): Promise<void> {
  for (const queue of ["outbox", "pulls"] as const) await move(tx, queue, address, at);
}

/**
 * Records that something with a valid signature came from a peer. One that was failing is tried again at once, or a
 * minute after the last try where that was less long ago. Its failures still count: only an answer to a call of ours
 * shows that the way to it is open.
 */
export async function noteHeardFrom(
  { store, clock }: Pick<Context, "store" | "clock">,
  address: Address,
): Promise<void> {
  const now = clock.now();
  if (!isNews(await findPeer(store.db, address), now)) return;
  await store.transaction((tx) => hearFrom(tx, address, now));
}

/** The same inside the caller's transaction, after it added what it adds: that waits with the rest for a failing peer. */
export async function hearFrom(tx: Tx, address: Address, now: number): Promise<void> {
  const peer = await findPeer(tx, address);
  if (!peer || !isNews(peer, now)) return;
  if (peer.state === "healthy") {
    await recordPeerHeard(tx, address, now);
    return;
  }
  const at = Math.max(now, Math.min(peer.nextTryAt, (peer.lastFailureAt ?? 0) + probeMs));
  await recordPeerHeard(tx, address, now, at);
  await moveRows(releasePeer, tx, address, at);
  await moveRows(postponePeer, tx, address, at);
  if (peer.nextCatchUpAt !== null && peer.nextCatchUpAt > at) await scheduleCatchUp(tx, address, at);
}

function isNews(peer: Peer | null, now: number): boolean {
  if (!peer) return false;
  return peer.state === "failing" || Math.abs(now - (peer.heardAt ?? 0)) >= accuracyMs;
}
