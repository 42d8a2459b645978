import type { Address } from "@freehold/protocol";
import { dialectOf, type Reader, type Tx } from "../database.ts";
import { markDue } from "../due-queues.ts";
import { prepareQuery } from "../prepare-query.ts";
import { isFree } from "../queues/queue-rows.ts";
import { type PeersTable, peerColumns } from "../tables/peers.ts";

/** How the way to a node is. Times in ms. */
export type Peer = PeersTable;

const selectPeer = prepareQuery((db, { address }: Pick<Peer, "address">) =>
  db.selectFrom("peers").select(peerColumns).where("address", "=", address),
);

export async function findPeer(db: Reader, address: Address): Promise<Peer | null> {
  const [row] = await selectPeer(db, { address });
  return row ?? null;
}

/** The peers with these addresses, in no particular order; one that nothing was ever sent to has no row. */
export async function readPeers(db: Reader, addresses: readonly Address[]): Promise<Peer[]> {
  if (addresses.length === 0) return [];
  return db.selectFrom("peers").select(peerColumns).where("address", "in", addresses).execute();
}

/** Makes a row for a peer without one: healthy, may be called at any time, its index is not followed. */
export async function ensurePeer(tx: Tx, address: Address): Promise<void> {
  await tx
    .insertInto("peers")
    .values(newPeer(address))
    .onConflict((conflict) => conflict.column("address").doNothing())
    .execute();
}

/** Records successful calls. It writes in the order of the addresses, so that no two workers wait for each other. */
export async function recordPeerSuccess(tx: Tx, addresses: readonly Address[], now: number): Promise<void> {
  if (addresses.length === 0) return;
  const changes = {
    state: "healthy",
    failures: 0,
    nextTryAt: 0,
    lastSuccessAt: now,
    lastError: null,
    failingSince: null,
  } as const;
  await tx
    .insertInto("peers")
    .values(addresses.toSorted().map((address) => ({ address, ...changes })))
    .onConflict((conflict) => conflict.column("address").doUpdateSet(changes))
    .execute();
}

/** Our call failed: one failure more, and no other call before `nextTryAt`. */
export async function recordPeerFailure(
  tx: Tx,
  address: Address,
  failure: { now: number; error: string; nextTryAt: number },
): Promise<void> {
  const changes = {
    state: "failing",
    nextTryAt: failure.nextTryAt,
    lastFailureAt: failure.now,
    lastError: failure.error,
  } as const;
  await tx
    .insertInto("peers")
    .values({ ...newPeer(address), ...changes, failures: 1, failingSince: failure.now })
    .onConflict((conflict) =>
      conflict.column("address").doUpdateSet((eb) => ({
        ...changes,
        failures: eb("peers.failures", "+", 1),
        failingSince: eb.fn.coalesce("peers.failingSince", eb.val(failure.now)),
      })),
    )
    .execute();
}

/**
 * It called us with a valid signature: it may be called at once, or from `nextTryAt` on. Its failures stay, for the way
 * there may still be broken.
 */
export async function recordPeerHeard(tx: Tx, address: Address, now: number, nextTryAt = 0): Promise<void> {
  await change(tx, address, { heardAt: now, nextTryAt });
}

/** Peers by address: all of them, or up to `limit` behind `after`. */
export async function listPeers(db: Reader, page: { after?: Address; limit?: number } = {}): Promise<Peer[]> {
  const { after, limit } = page;
  return db
    .selectFrom("peers")
    .select(peerColumns)
    .$if(after !== undefined, (query) => query.where("address", ">", after as Address))
    .orderBy("address")
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
}

/** Peers that our calls do not get through to, those that have been failing longest first. */
export async function listFailingPeers(db: Reader, limit: number): Promise<Peer[]> {
  return db
    .selectFrom("peers")
    .select(peerColumns)
    .where("state", "=", "failing")
    .orderBy("failingSince")
    .limit(limit)
    .execute();
}

/** When the peer's index is to be reconciled next (ms); null: never, for it is not followed. */
export async function scheduleCatchUp(tx: Tx, address: Address, at: number | null): Promise<void> {
  if (at !== null) markDue(tx, "catch-ups");
  await change(tx, address, { nextCatchUpAt: at });
}

/**
 * Renews claims on catch-ups until a time (ms). A catch-up whose claim has expired, or that was requested again, stays due. One
 * that has ended meanwhile keeps its next time, which is later.
 */
export async function renewCatchUps(
  tx: Tx,
  addresses: readonly Address[],
  { now, until }: { now: number; until: number },
): Promise<void> {
  await tx
    .updateTable("peers")
    .set({ nextCatchUpAt: until })
    .where("address", "in", addresses)
    .where("nextCatchUpAt", ">", now)
    .where("nextCatchUpAt", "<", until)
    .execute();
}

/** Has every index that is followed reconciled at once. */
export async function hurryCatchUps(tx: Tx): Promise<void> {
  markDue(tx, "catch-ups");
  await tx.updateTable("peers").set({ nextCatchUpAt: 0 }).where("nextCatchUpAt", "is not", null).execute();
}

/** Peers whose catch-up is due, for a worker to claim; the one that has waited longest is first. */
export async function dueCatchUps(db: Reader, now: number, limit: number): Promise<Peer[]> {
  return db
    .selectFrom("peers")
    .select(peerColumns)
    .where("nextCatchUpAt", "<=", now)
    .where(isFree("catch-ups", "peers.address"))
    .orderBy("nextCatchUpAt")
    .orderBy("address")
    .limit(limit)
    .$if(dialectOf(db).rowLocks, (query) => query.forUpdate().skipLocked())
    .execute();
}

/** When the next index is to be reconciled (ms), or null. */
export async function nextCatchUpAt(db: Reader): Promise<number | null> {
  const row = await db
    .selectFrom("peers")
    .select("nextCatchUpAt as at")
    .where("nextCatchUpAt", "is not", null)
    .orderBy("nextCatchUpAt")
    .limit(1)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** The peer's whole index was reconciled at `now`; the next time is `next`, or never. */
export async function recordCaughtUp(
  tx: Tx,
  address: Address,
  times: { now: number; next: number | null },
): Promise<void> {
  await change(tx, address, { caughtUpAt: times.now, nextCatchUpAt: times.next });
}

async function change(
  tx: Tx,
  address: Address,
  changes: Partial<Omit<PeersTable, "address">>,
): Promise<void> {
  await tx
    .insertInto("peers")
    .values({ ...newPeer(address), ...changes })
    .onConflict((conflict) => conflict.column("address").doUpdateSet(changes))
    .execute();
}

function newPeer(address: Address): PeersTable {
  return {
    address,
    state: "healthy",
    failures: 0,
    nextTryAt: 0,
    lastSuccessAt: null,
    lastFailureAt: null,
    lastError: null,
    failingSince: null,
    heardAt: null,
    caughtUpAt: null,
    nextCatchUpAt: null,
  };
}

/** The time (ms) at which each of these nodes is tried again, by address; without unknown nodes. */
export async function readDueTimes(
  db: Reader,
  addresses: readonly Address[],
): Promise<ReadonlyMap<Address, number>> {
  if (addresses.length === 0) return new Map();
  const rows = await db
    .selectFrom("peers")
    .select(["address", "nextTryAt"])
    .where("address", "in", addresses)
    .execute();
  return new Map(rows.map(({ address, nextTryAt }) => [address, nextTryAt]));
}
