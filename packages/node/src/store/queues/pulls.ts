import type { Address, Hex } from "@freehold/protocol";
import { type Selectable, sql } from "kysely";
import type { Reader, Tx } from "../database.ts";
import { markDue } from "../due-queues.ts";
import { prepareQuery } from "../prepare-query.ts";
import { signedOrDeleted } from "../publications/publication-tombstones.ts";
import { countChanged, countRows, findRow } from "../query-results.ts";
import { type PullsTable, pullColumns } from "../tables/queues.ts";
import { startAgain } from "./queue-rows.ts";

/** A verified proof whose content is to be fetched from its publisher. Times in ms, except `timestamp`. */
export type Pull = Selectable<PullsTable>;

/** A pull that is due at once. */
export type NewPull = Pick<
  Pull,
  "peerAddress" | "contentHash" | "timestamp" | "signature" | "proofType" | "slug" | "expiresAt"
> & { now: number };

/** SQLite takes at most 32,766 values in one statement. */
const ROWS_A_STATEMENT = 500;

/** Queues proofs in the given order. @returns how many are new; known ones keep their state. */
export async function addPulls(tx: Tx, pulls: readonly NewPull[]): Promise<number> {
  if (pulls.length > 0) markDue(tx, "pulls");
  let added = 0;
  for (let start = 0; start < pulls.length; start += ROWS_A_STATEMENT) {
    added += await countChanged(
      tx
        .insertInto("pulls")
        .values(pulls.slice(start, start + ROWS_A_STATEMENT).map(toRow))
        .onConflict((conflict) => conflict.columns(["peerAddress", "contentHash", "timestamp"]).doNothing()),
    );
  }
  return added;
}

/** Named fields only: callers pass objects with more of them. */
function toRow({ peerAddress, contentHash, timestamp, signature, proofType, slug, now, expiresAt }: NewPull) {
  const proof = { peerAddress, contentHash, timestamp, signature, proofType, slug };
  return { ...proof, state: "pending" as const, attempts: 0, nextTryAt: now, createdAt: now, expiresAt };
}

export function findPull(db: Reader, peer: Address, hash: Hex, timestamp: number): Promise<Pull | null> {
  return findRow(
    db
      .selectFrom("pulls")
      .select(pullColumns)
      .where("peerAddress", "=", peer)
      .where("contentHash", "=", hash)
      .where("timestamp", "=", timestamp),
  );
}

type PullKey = Pick<Pull, "peerAddress" | "contentHash" | "timestamp">;

const selectSource = prepareQuery((db, { peerAddress, contentHash, timestamp }: PullKey) =>
  db
    .selectFrom("profiles as own")
    .innerJoin("connections", "connections.followerAddress", "own.address")
    .innerJoin("profiles", "profiles.address", "connections.followeeAddress")
    .leftJoin("replica_usage", "replica_usage.publisherAddress", "profiles.address")
    // Written out, for the index is one of "is_self = 1" alone.
    .where(sql<boolean>`own.is_self = 1`)
    .where("connections.followeeAddress", "=", peerAddress)
    .select(["own.address as self", "profiles.address", "profiles.url", "profiles.fetchedAt"])
    .select(["replica_usage.replicas", "replica_usage.bytes"])
    .select(({ exists }) =>
      exists(signedOrDeleted(db, { publisherAddress: peerAddress, contentHash, timestamp })).as("isKnown"),
    ),
);

/** The content of a pull, and the facts that decide whether it is fetched. */
export interface PullSource {
  /** This node's owner. */
  self: Address;
  /** The publisher, and when its profile was read (ms); 0 for one that has changed. */
  publisher: { address: Address; url: string; fetchedAt: number };
  /** The kept replicas of the publisher. */
  usage: { replicas: number; bytes: number };
  /** Whether the publication is stored here, or was deleted here. */
  isKnown: boolean;
}

/** Finds the source of a pull; null where its publisher is not followed. */
export async function findPullSource(
  db: Reader,
  { peerAddress, contentHash, timestamp }: PullKey,
): Promise<PullSource | null> {
  const [row] = await selectSource(db, { peerAddress, contentHash, timestamp });
  if (!row) return null;
  const { self, address, url, fetchedAt, replicas, bytes, isKnown } = row;
  const usage = { replicas: replicas ?? 0, bytes: bytes ?? 0 };
  return { self, publisher: { address, url, fetchedAt }, usage, isKnown: Boolean(isKnown) };
}

/** How many publications of a peer wait to be pulled, or were refused and may be tried again. */
export function countPullsWaiting(db: Reader, peer: Address): Promise<number> {
  return countRows(
    db.selectFrom("pulls").where("state", "in", ["pending", "refused"]).where("peerAddress", "=", peer),
  );
}

interface Reopening {
  now: number;
  expiresAt: number;
}

function reopen(tx: Tx, peer: Address, { now, expiresAt }: Reopening) {
  markDue(tx, "pulls");
  return tx
    .updateTable("pulls")
    .set({ ...startAgain(now), expiresAt })
    .where("peerAddress", "=", peer);
}

/**
 * Tries the pulls again that were refused or expired before `finishedBefore` (ms), because the owner follows the
 * publisher again.
 *
 * @returns how many pulls are pending again
 */
export async function reopenPulls(
  tx: Tx,
  peer: Address,
  times: Reopening & { finishedBefore: number },
): Promise<number> {
  return countChanged(
    reopen(tx, peer, times)
      .where("state", "in", ["refused", "expired"])
      .where("finishedAt", "<", times.finishedBefore),
  );
}

/**
 * Tries the pulls again that were refused because the quota was used up: under another quota than today's, or before
 * something was deleted.
 *
 * @param quota.reason the start of each such error; `current` is the whole error under today's quota
 * @returns how many pulls are pending again
 */
export async function reopenPullsForRoom(
  tx: Tx,
  peer: Address,
  quota: Reopening & { reason: string; current: string; freedAt: number },
): Promise<number> {
  const { reason, current, freedAt } = quota;
  return countChanged(
    reopen(tx, peer, quota)
      .where("state", "=", "refused")
      .where("lastError", "like", `${reason}%`)
      .where((eb) => eb.or([eb("lastError", "!=", current), eb("finishedAt", "<=", freedAt)])),
  );
}
