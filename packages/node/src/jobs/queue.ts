import { dayMs } from "@freehold/protocol/internal";
import type { Context } from "../context.ts";
import type { Tx } from "../store/database.ts";
import { claimDue, findHeldRow, type QueueRecords, targetOf } from "../store/queues/claim-due.ts";
import { mayClockBeWrong } from "../store/queues/clock-doubt.ts";
import {
  expireRows,
  finishRows,
  nextDueAt,
  type PostponedRow,
  postponeRows,
  pruneRows,
  type QueueName,
  releaseClaims,
} from "../store/queues/queue-rows.ts";
import type { CallHealth } from "./peer-health.ts";
import { isReached, type Outcome, retryDelay } from "./retry.ts";
import type { EndedRow } from "./running-rows.ts";
import { createWorker, type Queue, type RowSource, type WorkerOptions } from "./worker.ts";

const finishedRowsMs = 30 * dayMs; // when an ended delivery or pull is deleted

export interface QueueOptions<T extends QueueName> extends WorkerOptions<QueueRecords[T]> {
  table: T;
  context: Pick<Context, "store" | "clock" | "log" | "events">;
  /** Null where rows go to no nodes: each row waits for itself. */
  health: CallHealth<QueueRecords[T]> | null;
  /** How long the owner can see an ended row; 30 days by default. */
  retentionMs?: number;
  random?: () => number;
}

/** A queue of a table of the store: deliveries, pulls, or mails, pushes and webhooks. */
export function createQueue<T extends QueueName>(options: QueueOptions<T>): Queue {
  return createWorker(createTableSource(options), options);
}

function createTableSource<T extends QueueName>(options: QueueOptions<T>): RowSource<QueueRecords[T]> {
  const { name, table, context, health, random = Math.random } = options;
  const { log, events } = context;
  return {
    queue: table,
    targetOf: (row) => targetOf(row),
    nextDueAt: (db) => nextDueAt(db, table),
    claim: (tx, claim) => claimDue(tx, table, claim),
    settle: (tx, ended, now) => settleRows(tx, table, ended, { now, random, health }),
    report(ended) {
      for (const { row, outcome } of ended) {
        const fields = { queue: name, row: row.id, peer: peerOf(row), attempts: row.attempts };
        events.emit("rows.ended", { queue: name, result: outcome.result, count: 1 });
        if (outcome.result === "done") log.debug(fields, "done");
        else if (outcome.result === "later" && outcome.isProgress) log.debug(fields, "it goes on later");
        else log.info({ ...fields, result: outcome.result, reason: outcome.reason }, "not done");
      }
    },
    // A content that is here already is not fetched again.
    isRepeatable: table === "pulls",
    release: (tx, workerId, atWork) => releaseClaims(tx, table, workerId, atWork),
    find: (db, key) => findHeldRow(db, table, Number(key)),
    prune: createPruning(options),
  };
}

/** The peer whose health the result of a row shows. */
const peerOf = (row: QueueRecords[QueueName]) => ("peerAddress" in row ? row.peerAddress : row.host);

/** Writes the results of a group of rows, and what they say about their peers. */
async function settleRows<T extends QueueName>(
  tx: Tx,
  table: T,
  ended: readonly EndedRow<QueueRecords[T]>[],
  { now, random, health }: { now: number } & Required<Pick<QueueOptions<T>, "random" | "health">>,
): Promise<void> {
  await finishRows(
    tx,
    table,
    ended.flatMap(({ row, outcome }) => {
      if (outcome.result === "later") return [];
      const error = outcome.result === "refused" ? outcome.reason : null;
      const answer = outcome.result === "done" ? outcome.answer : undefined;
      return [{ id: row.id, state: outcome.result, error, at: now, ...(answer && { answer }) }];
    }),
  );
  // In the order of the peers: else two workers that lock the same peers could wait for each other.
  const sorted = ended.toSorted((a, b) => peerOf(a.row).localeCompare(peerOf(b.row)));
  if (health) {
    const reached = sorted.filter(({ outcome }) => isReached(outcome));
    const rows = new Map(reached.map(({ row }) => [peerOf(row), row]));
    await health.succeeded(tx, [...rows.values()], now);
  }
  const postponed: PostponedRow[] = [];
  for (const { row, outcome, startedAt } of sorted) {
    if (outcome.result !== "later") continue;
    const { reason, scope, afterMs, isProgress = false } = outcome;
    const failure = { now, startedAt, error: reason, random: random(), afterMs: afterMs ?? 0 };
    const at =
      scope === "peer" && health
        ? await health.failed(tx, row, failure)
        : now + waitOf(outcome, row.attempts + 1, failure.random);
    postponed.push({ id: row.id, at, error: reason, isProgress });
  }
  await postponeRows(tx, table, postponed);
}

/** A wait of this node's own is exact. A peer's `Retry-After` gets jitter and is never zero. */
function waitOf({ scope, afterMs }: Outcome & { result: "later" }, failures: number, random: number): number {
  if (scope === "row" && afterMs !== undefined) return afterMs;
  return retryDelay(failures, afterMs ?? 0, random);
}

// The pause between two looks for old rows
const pruneEveryMs = 60_000;
/** Small, so that no other writer waits long. */
const pruneBatch = 500;

/** Once a minute, gives up the rows whose time is over, and deletes ended rows after `retentionMs`, a batch at a time. */
function createPruning<T extends QueueName>(options: QueueOptions<T>): () => Promise<void> {
  const { name, table, context, retentionMs = finishedRowsMs } = options;
  const { store, clock, log, events } = context;
  let last = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = clock.now();
    if (now - last < pruneEveryMs && now >= last) return;
    // By a clock that is ahead, everything has expired.
    if (await mayClockBeWrong(store.db, now)) return;
    const { expired, pruned } = await store.transaction(async (tx) => ({
      expired: await expireRows(tx, table, now, pruneBatch),
      pruned: await pruneRows(tx, table, now - retentionMs, pruneBatch),
    }));
    // After a full batch there may be more for the next pass.
    if (pruned < pruneBatch && expired < pruneBatch) last = now;
    if (expired === 0) return;
    events.emit("rows.ended", { queue: name, result: "expired", count: expired });
    log.info({ queue: name, expired }, "rows were given up: their time is over");
  };
}
