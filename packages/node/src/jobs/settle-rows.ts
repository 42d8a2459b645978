import { type QueueRecords, targetOf } from "../store/claim-due.ts";
import type { Tx } from "../store/database.ts";
import { finishRows, postponeRows, type QueueName } from "../store/queue-rows.ts";
import type { PeerFailure } from "./peer-health.ts";
import { isReached, type Outcome, waitAsAsked } from "./retry.ts";

/** A row whose work has ended. */
export interface SettledRow<Row extends QueueRecords[QueueName]> {
  row: Row;
  outcome: Outcome;
  /** When the work began (ms). */
  startedAt: number;
}

type Later = Extract<Outcome, { result: "later" }>;

/** What a queue's calls tell of those who are called, for all that waits for them. */
export interface CallHealth<Row> {
  /**
   * A call went through.
   * @returns whether the peer is back, so that the queues should be told after the transaction
   */
  succeeded(tx: Tx, row: Row, now: number): Promise<boolean>;
  /**
   * Nothing gets through.
   * @returns when the row is due again (ms)
   */
  failed(tx: Tx, row: Row, failure: PeerFailure): Promise<number>;
}

export interface Settling<Row> {
  now: number;
  random: () => number;
  /** Null: each row is for itself. */
  health: CallHealth<Row> | null;
}

/**
 * Writes what came of a group of rows, and what it says about their peers, in the caller's transaction.
 *
 * @returns whether a peer is back, so that the queues should be told after the transaction
 */
export async function settleRows<T extends QueueName>(
  tx: Tx,
  table: T,
  settled: readonly SettledRow<QueueRecords[T]>[],
  { now, random, health }: Settling<QueueRecords[T]>,
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
  for (const row of health ? reachedPeers(table, settled) : []) {
    back = ((await health?.succeeded(tx, row, now)) ?? false) || back;
  }
  for (const { row, outcome, startedAt } of inOneOrder(table, settled)) {
    if (outcome.result !== "later") continue;
    const { reason, scope, afterMs } = outcome;
    const at =
      scope === "peer" && health
        ? await health.failed(tx, row, {
            now,
            startedAt,
            error: reason,
            random: random(),
            ...(afterMs !== undefined && { afterMs }),
          })
        : now + waitOf(outcome, row.attempts + 1, random());
    await postponeRows(tx, table, [{ id: row.id, at, error: reason }]);
  }
  return back;
}

/** What another side asks for is no time of this node's own: it is spread, and nobody is to ask for no wait at all. */
function waitOf({ scope, afterMs }: Later, failures: number, random: number): number {
  if (scope === "row" && afterMs !== undefined) return afterMs;
  return waitAsAsked(failures, afterMs ?? 0, random);
}

/** By peer, so that two workers that hold each other's peers don't wait for each other. */
function inOneOrder<T extends QueueName>(table: T, settled: readonly SettledRow<QueueRecords[T]>[]) {
  return settled.toSorted((a, b) => targetOf(table, a.row).localeCompare(targetOf(table, b.row)));
}

/** A row of each peer that answered. */
function reachedPeers<T extends QueueName>(
  table: T,
  settled: readonly SettledRow<QueueRecords[T]>[],
): Iterable<QueueRecords[T]> {
  const reached = settled.filter(({ outcome }) => isReached(outcome));
  return new Map(reached.map(({ row }) => [targetOf(table, row), row])).values();
}
