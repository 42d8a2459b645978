import { type Address, type IndexPosition, PeerError } from "@freehold/protocol";
import { hourMs } from "@freehold/protocol/internal";
import type { Context } from "../../context.ts";
import { notePeerFailure, notePeerSuccess } from "../../jobs/peer-health.ts";
import type { Tx } from "../../store/database.ts";
import {
  type Connection,
  findConnection,
  listFollowees,
  readAllConnections,
} from "../../store/peers/connections.ts";
import { findPeer, recordCaughtUp, scheduleCatchUp } from "../../store/peers/peers.ts";
import { findProfile } from "../../store/peers/profiles.ts";
import { readReplicaUsage } from "../../store/peers/replicas.ts";
import { reopenPulls, reopenPullsForRoom } from "../../store/queues/pulls.ts";
import { limits } from "../limits.ts";
import { recordFailingPeer } from "../peers/peer-events.ts";
import { refreshPeerProfile } from "../profile/peer-profile.ts";
import { createIndexCounts, type IndexCounts, queueIndexPage } from "./queue-index-page.ts";
import { describeQuota, fits, quotaReason, readReplicaQuota } from "./replica-quota.ts";

const catchUpMs = hourMs; // between two looks through a peer's index

/** The result of a reconciliation. */
type CatchUpResult =
  | { status: "caught-up"; counts: IndexCounts }
  /** The peer failed before the end; the entries so far count. `nextTryAt` in ms. */
  | { status: "failed"; reason: string; nextTryAt: number; counts: IndexCounts }
  /** Its turn was over before the end: it is due again at once, and continues at the same position. */
  | { status: "left"; counts: IndexCounts }
  | { status: "not-following" };

type CatchUpContext = Pick<Context, "store" | "peers" | "clock" | "log" | "recover" | "owner">;

interface CatchUpOptions {
  signal?: AbortSignal;
  /** From 0 up to 1. */
  random?: () => number;
  /** Whether other peers have their turn now; called after each page. */
  isTurnOver?: () => boolean;
  /** The positions of unfinished reconciliations, where their next turn continues. */
  marks?: Map<Address, IndexPosition>;
}

/** The specification's largest page; also the number of entries that are checked and written at a time. */
const pageSize = 1_000;

/**
 * Reconciles the whole index of a followed publisher by (hash, second), without a stored cursor: queues a pull of every
 * unknown entry with a valid signature, in the index's order. Bad entries and the number of pages don't stop it. The next
 * reconciliation is in about an hour, or at the peer's next try.
 */
export async function catchUp(
  context: CatchUpContext,
  address: Address,
  options: CatchUpOptions = {},
): Promise<CatchUpResult> {
  const { random = Math.random, marks = new Map() } = options;
  const { store, clock } = context;
  const own = await context.owner.get();
  const connection = own && (await findConnection(store.db, own.address, address));
  if (!connection) {
    marks.delete(address);
    await store.transaction(async (tx) => {
      if (await findPeer(tx, address)) await scheduleCatchUp(tx, address, null);
    });
    return { status: "not-following" };
  }
  const startedAt = clock.now();
  const counts = createIndexCounts();
  try {
    const isRead = await readIndex(context, connection, counts, { ...options, marks });
    if (!isRead) return await leave(context, address, counts);
  } catch (error) {
    if (!(error instanceof PeerError)) throw error;
    marks.delete(address);
    return await recordFailure(context, address, { error, startedAt, random: random(), counts });
  }
  marks.delete(address);
  await recordSuccess(context, connection, { startedAt, random: random() });
  logCounts(context, address, counts);
  return { status: "caught-up", counts };
}

/** @returns false when its turn was over before the end */
async function readIndex(
  context: CatchUpContext,
  connection: Connection,
  counts: IndexCounts,
  { signal, isTurnOver, marks }: CatchUpOptions & Required<Pick<CatchUpOptions, "marks">>,
): Promise<boolean> {
  const { store, peers, clock } = context;
  const { followeeAddress: address, createdAt } = connection;
  if (!(await refreshPeerProfile(context, address, signal))) {
    throw new PeerError("bad-reply", "another node answers at its address");
  }
  const publisher = await findProfile(store.db, address);
  if (!publisher) return true;
  const now = clock.now();
  await store.transaction((tx) => reopen(tx, address, { followedAt: createdAt, now }));
  const node = peers.at(publisher.url, publisher.form);
  const from = marks.get(address);
  for await (const { items, next } of node.publicationPages({ pageSize, from, ...(signal && { signal }) })) {
    for (let start = 0; start < items.length; start += pageSize) {
      await queueIndexPage(context, connection, items.slice(start, start + pageSize), counts);
    }
    if (next === null) break;
    marks.set(address, next);
    if (isTurnOver?.()) return false;
  }
  return true;
}

/** Schedules it at once, behind all others that are due; not if the follow ended meanwhile. */
async function leave(
  { store, clock, log }: CatchUpContext,
  address: Address,
  counts: IndexCounts,
): Promise<CatchUpResult> {
  await store.transaction(async (tx) => {
    const now = clock.now();
    await notePeerSuccess(tx, [address], now);
    if ((await findPeer(tx, address))?.nextCatchUpAt !== null) await scheduleCatchUp(tx, address, now);
  });
  log.info({ peer: address, ...counts }, "an index is long: others have their turn before it continues");
  return { status: "left", counts };
}

/** Tries refused pulls again after a new follow, and when the quota has room again. */
async function reopen(
  tx: Tx,
  address: Address,
  { followedAt, now }: { followedAt: number; now: number },
): Promise<number> {
  const expiresAt = now + limits.deliveryMs;
  const followed = await reopenPulls(tx, address, { finishedBefore: followedAt, now, expiresAt });
  const quota = await readReplicaQuota(tx);
  const usage = await readReplicaUsage(tx, address);
  if (!fits(quota, usage)) return followed;
  const room = { reason: quotaReason, current: describeQuota(quota), freedAt: usage.freedAt };
  return followed + (await reopenPullsForRoom(tx, address, { ...room, now, expiresAt }));
}

/** Records a success, and schedules the next catch-up, unless one was requested or the follow ended meanwhile. */
async function recordSuccess(
  { store, clock }: CatchUpContext,
  { followerAddress, followeeAddress: address }: Connection,
  { startedAt, random }: { startedAt: number; random: number },
): Promise<void> {
  await store.transaction(async (tx) => {
    const now = clock.now();
    const asked = (await findPeer(tx, address))?.nextCatchUpAt ?? null;
    const followed = (await findConnection(tx, followerAddress, address)) !== null;
    const askedMeanwhile = asked !== null && asked > startedAt && asked <= now;
    await notePeerSuccess(tx, [address], now);
    const next = askedMeanwhile ? asked : now + Math.round(catchUpMs * (0.9 + 0.2 * random));
    await recordCaughtUp(tx, address, { now, next: followed ? next : null });
  });
}

async function recordFailure(
  { store, clock, log }: CatchUpContext,
  address: Address,
  failure: { error: PeerError; startedAt: number; random: number; counts: IndexCounts },
): Promise<CatchUpResult> {
  const { error, startedAt, random, counts } = failure;
  const reason = error.kind === "refused" ? `it answered ${error.status}` : error.message;
  const nextTryAt = await store.transaction(async (tx) => {
    const now = clock.now();
    const afterMs = Math.min(error.retryAfterMs ?? 0, 24 * catchUpMs);
    const failure = { now, startedAt, error: reason, afterMs, random };
    const { nextTryAt: at, longSince: since } = await notePeerFailure(tx, address, failure);
    if (since !== null) await recordFailingPeer(tx, { address, since, now });
    if ((await findPeer(tx, address))?.nextCatchUpAt !== null) await scheduleCatchUp(tx, address, at);
    return at;
  });
  log.info({ peer: address, reason, nextTryAt, ...counts }, "an index could not be read");
  return { status: "failed", reason, nextTryAt, counts };
}

function logCounts({ log }: CatchUpContext, peer: Address, counts: IndexCounts): void {
  const left = counts.malformed + counts.foreign + counts.ahead + counts.forged;
  if (left > 0) log.warn({ peer, ...counts }, "an index has entries that can't be taken");
  else if (counts.roomless > 0)
    log.info({ peer, ...counts }, "an index has more than its quota has room for");
  else log.debug({ peer, ...counts }, "an index was reconciled");
}

const followeesPerPage = 500;
/** This many begin at once. Each of the others begins a little later, so that a large node does not start with a burst. */
const atOnce = 20;
const stepMs = 50;
const longestMs = 60_000;

/**
 * Schedules a catch-up with every followed node soon, as at a start: this node missed their messages while it was down.
 *
 * @returns the number of followed nodes
 */
export async function scheduleAllCatchUps({
  store,
  owner,
  clock,
}: Pick<Context, "store" | "owner" | "clock">): Promise<number> {
  const own = await owner.get();
  if (!own) return 0;
  const now = clock.now();
  let count = 0;
  for await (const page of readAllConnections(listFollowees, store.db, own.address, followeesPerPage)) {
    const first = count;
    await store.transaction(async (tx) => {
      for (const [index, { followeeAddress }] of page.entries()) {
        const step = Math.max(0, first + index - atOnce + 1);
        await scheduleCatchUp(tx, followeeAddress, now + Math.min(longestMs, step * stepMs));
      }
    });
    count += page.length;
  }
  return count;
}
