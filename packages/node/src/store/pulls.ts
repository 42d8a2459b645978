import type { Address, Hex } from "@freehold/protocol";
import type { Reader, Tx } from "./database.ts";
import { type QueueState, queueStates } from "./tables/queues.ts";

/** A verified proof whose content is to be fetched from its publisher. Times in ms but `timestamp`. */
export interface Pull {
  id: number;
  peerAddress: Address;
  contentHash: Hex;
  /** Seconds, as signed. */
  timestamp: number;
  signature: Hex;
  proofType: string;
  slug: string | null;
  state: QueueState;
  attempts: number;
  /** Due from then on; of a claimed one, the end of the lease. */
  nextTryAt: number;
  claimedBy: string | null;
  createdAt: number;
  expiresAt: number;
  finishedAt: number | null;
  lastError: string | null;
}

/** It is due at once. */
export interface NewPull {
  peerAddress: Address;
  contentHash: Hex;
  timestamp: number;
  signature: Hex;
  proofType: string;
  slug: string | null;
  now: number;
  expiresAt: number;
}

/** Each condition narrows; `after` is the id of the last one of the page before. */
export interface PullFilter {
  state?: QueueState;
  peer?: Address;
  limit: number;
  after?: number;
}

// Not a limit: values in one statement.
/** A statement has a bound on its values: 32,766 on SQLite. */
const ROWS_A_STATEMENT = 500;

const columns = [
  "id",
  "peer_address as peerAddress",
  "content_hash as contentHash",
  "timestamp",
  "signature",
  "proof_type as proofType",
  "slug",
  "state",
  "attempts",
  "next_try_at as nextTryAt",
  "claimed_by as claimedBy",
  "created_at as createdAt",
  "expires_at as expiresAt",
  "finished_at as finishedAt",
  "last_error as lastError",
] as const;

/** Queues proofs in the given order. @returns how many are new; known ones stay as they are, in whatever state. */
export async function addPulls(tx: Tx, pulls: readonly NewPull[]): Promise<number> {
  let added = 0;
  for (let start = 0; start < pulls.length; start += ROWS_A_STATEMENT) {
    const result = await tx
      .insertInto("pulls")
      .values(pulls.slice(start, start + ROWS_A_STATEMENT).map(toRow))
      .onConflict((conflict) => conflict.columns(["peer_address", "content_hash", "timestamp"]).doNothing())
      .executeTakeFirst();
    added += Number(result.numInsertedOrUpdatedRows ?? 0n);
  }
  return added;
}

export async function findPull(
  db: Reader,
  peer: Address,
  hash: Hex,
  timestamp: number,
): Promise<Pull | null> {
  const row = await db
    .selectFrom("pulls")
    .select(columns)
    .where("peer_address", "=", peer)
    .where("content_hash", "=", hash)
    .where("timestamp", "=", timestamp)
    .executeTakeFirst();
  return row ?? null;
}

/** How many publications of a peer wait to be pulled, or were refused and may be tried again. */
export async function countPullsWaiting(db: Reader, peer: Address): Promise<number> {
  const { count } = await db
    .selectFrom("pulls")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("state", "in", ["pending", "refused"])
    .where("peer_address", "=", peer)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The pulls with these ids, in no particular order. */
export async function readPulls(db: Reader, ids: readonly number[]): Promise<Pull[]> {
  return db.selectFrom("pulls").select(columns).where("id", "in", ids).execute();
}

/** Pulls, newest first. */
export async function listPulls(db: Reader, filter: PullFilter): Promise<Pull[]> {
  const { state, peer, limit, after } = filter;
  let query = db.selectFrom("pulls").select(columns).orderBy("id", "desc").limit(limit);
  if (state !== undefined) query = query.where("state", "=", state);
  // The index of peers is by state, too.
  else if (peer !== undefined) query = query.where("state", "in", queueStates);
  if (peer !== undefined) query = query.where("peer_address", "=", peer);
  if (after !== undefined) query = query.where("id", "<", after);
  return query.execute();
}

function toRow(pull: NewPull) {
  return {
    peer_address: pull.peerAddress,
    content_hash: pull.contentHash,
    timestamp: pull.timestamp,
    signature: pull.signature,
    proof_type: pull.proofType,
    slug: pull.slug,
    state: "pending" as const,
    attempts: 0,
    next_try_at: pull.now,
    created_at: pull.now,
    expires_at: pull.expiresAt,
  };
}

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
