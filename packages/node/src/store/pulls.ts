import type { Address, Hex } from "@freehold/protocol";
import type { Selectable } from "kysely";
import type { Reader, Tx } from "./database.ts";
import { countUpdated, startAgain } from "./queue-rows.ts";
import { type PullsTable, pullColumns, type QueueState, queueStates } from "./tables/queues.ts";

/** A verified proof whose content is to be fetched from its publisher. Times in ms, except `timestamp`. */
export type Pull = Selectable<PullsTable>;

/** A pull that is due at once. */
export type NewPull = Pick<
  Pull,
  "peerAddress" | "contentHash" | "timestamp" | "signature" | "proofType" | "slug" | "expiresAt"
> & { now: number };

/** Every condition must hold; `after` is the last id of the previous page. */
export interface PullFilter {
  state?: QueueState;
  peer?: Address;
  limit: number;
  after?: number;
}

// Not a limit: values in one statement.
/** SQLite takes at most 32,766 values in one statement. */
const ROWS_A_STATEMENT = 500;

/** Queues proofs in the given order. @returns how many are new; known ones keep their state. */
export async function addPulls(tx: Tx, pulls: readonly NewPull[]): Promise<number> {
  let added = 0;
  for (let start = 0; start < pulls.length; start += ROWS_A_STATEMENT) {
    const result = await tx
      .insertInto("pulls")
      .values(pulls.slice(start, start + ROWS_A_STATEMENT).map(toRow))
      .onConflict((conflict) => conflict.columns(["peerAddress", "contentHash", "timestamp"]).doNothing())
      .executeTakeFirst();
    added += Number(result.numInsertedOrUpdatedRows ?? 0n);
  }
  return added;
}

/** Named fields only: callers pass objects with more of them. */
function toRow({ peerAddress, contentHash, timestamp, signature, proofType, slug, now, expiresAt }: NewPull) {
  const proof = { peerAddress, contentHash, timestamp, signature, proofType, slug };
  return { ...proof, state: "pending" as const, attempts: 0, nextTryAt: now, createdAt: now, expiresAt };
}

export async function findPull(
  db: Reader,
  peer: Address,
  hash: Hex,
  timestamp: number,
): Promise<Pull | null> {
  const row = await db
    .selectFrom("pulls")
    .select(pullColumns)
    .where("peerAddress", "=", peer)
    .where("contentHash", "=", hash)
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
    .where("peerAddress", "=", peer)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Pulls, newest first. */
export async function listPulls(db: Reader, filter: PullFilter): Promise<Pull[]> {
  const { state, peer, limit, after } = filter;
  let query = db.selectFrom("pulls").select(pullColumns).orderBy("id", "desc").limit(limit);
  if (state !== undefined) query = query.where("state", "=", state);
  // The index of peers begins with the state.
  else if (peer !== undefined) query = query.where("state", "in", queueStates);
  if (peer !== undefined) query = query.where("peerAddress", "=", peer);
  if (after !== undefined) query = query.where("id", "<", after);
  return query.execute();
}

interface Reopening {
  now: number;
  expiresAt: number;
}

const reopen = (tx: Tx, peer: Address, { now, expiresAt }: Reopening) =>
  tx
    .updateTable("pulls")
    .set({ ...startAgain(now), expiresAt })
    .where("peerAddress", "=", peer);

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
  return countUpdated(
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
  return countUpdated(
    reopen(tx, peer, quota)
      .where("state", "=", "refused")
      .where("lastError", "like", `${reason}%`)
      .where((eb) => eb.or([eb("lastError", "!=", current), eb("finishedAt", "<=", freedAt)])),
  );
}
