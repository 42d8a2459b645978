import type { Address } from "@freehold/protocol";
import type { QueueRecords } from "../store/claim-due.ts";
import { finishRows, postponeRows, type QueueTable } from "../store/queue-rows.ts";
import type { Tx } from "../store/store.ts";
import { backoff } from "./backoff.ts";
import type { Outcome } from "./outcome.ts";
import { notePeerFailure, notePeerSuccess } from "./peer-health.ts";

/** A row whose work has ended. */
export interface SettledRow {
  row: QueueRecords[QueueTable];
  outcome: Outcome;
  /** When the work began (ms). */
  startedAt: number;
}

/**
 * Writes what came of a group of rows, and what it says about their peers, in the caller's transaction.
 *
 * @returns whether a peer is back, so that the queues should be told after the transaction
 */
export async function settleRows(
  tx: Tx,
  table: QueueTable,
  settled: readonly SettledRow[],
  { now, random }: { now: number; random: () => number },
): Promise<boolean> {
  await finishRows(
    tx,
    table,
    settled.flatMap(({ row, outcome }) => {
      if (outcome.result === "later") return [];
      const error = outcome.result === "refused" ? outcome.reason : null;
      return [{ id: row.id, state: outcome.result, error, at: now }];
    }),
  );
  let back = false;
  for (const address of reachedPeers(settled)) {
    back = (await notePeerSuccess(tx, address, now)) || back;
  }
  for (const { row, outcome, startedAt } of inOneOrder(settled)) {
    if (outcome.result !== "later") continue;
    const { reason, scope, afterMs } = outcome;
    const at =
      scope === "peer"
        ? await notePeerFailure(tx, row.peerAddress, {
            now,
            startedAt,
            error: reason,
            random: random(),
            ...(afterMs !== undefined && { afterMs }),
          })
        : now + (afterMs ?? backoff(row.attempts + 1, random()));
    await postponeRows(tx, table, [{ id: row.id, at, error: reason }]);
  }
  return back;
}

/** By peer, so that two workers that hold each other's peers don't wait for each other. */
function inOneOrder(settled: readonly SettledRow[]): SettledRow[] {
  return settled.toSorted((a, b) => a.row.peerAddress.localeCompare(b.row.peerAddress));
}

/** The peers that answered, each once. Work that says nothing of it and is done has made a call. */
function reachedPeers(settled: readonly SettledRow[]): Set<Address> {
  const reached = settled.filter(({ outcome }) => outcome.reached ?? outcome.result === "done");
  return new Set(reached.map(({ row }) => row.peerAddress));
}
