import type { Address, Hex } from "@freehold/protocol";
import type { Selectable } from "kysely";
import type { Reader, Tx } from "./database.ts";
import { markDue } from "./due-queues.ts";
import { countChanged, countRows, findRow } from "./query-results.ts";
import { startAgain } from "./queue-rows.ts";
import { type PullsTable, pullColumns } from "./tables/queues.ts";

/** A verified proof whose content is to be fetched from its publisher. Times in ms, except `timestamp`. */
export type Pull = Selectable<PullsTable>;

/** A pull that is due at once. */
export type NewPull = Pick<
  Pull,
  "peerAddress" | "contentHash" | "timestamp" | "signature" | "proofType" | "slug" | "expiresAt"
> & { now: number };

// Not a limit: values in one statement.
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
