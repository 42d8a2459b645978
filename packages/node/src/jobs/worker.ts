import { randomUUID } from "node:crypto";
import type { Context } from "../context.ts";
import type { Reader, Tx } from "../store/database.ts";
import type { DueQueue } from "../store/due-queues.ts";
import { limits as storeLimits } from "../store/limits.ts";
import type { Claim } from "../store/queues/claim-due.ts";
import { limits } from "./limits.ts";
import type { Outcome } from "./retry.ts";
import { createRunningRows, type EndedRow, type QueueRow, type RowLimits } from "./running-rows.ts";

const gatheredMs = 100; // finished work that is gathered for one transaction

/** A durable queue at work. */
export interface Queue {
  /** Begins to work. */
  start(): void;
  /** Looks for due rows now: some were added, or the clock was set. */
  nudge(): void;
  /** Takes no new rows, waits for those under way up to `stopMs`, then aborts them; they are due again at once. */
  stop(): Promise<void>;
  /** Resolves when nothing runs and no due row could run. Rows that are due later don't count. */
  settled(): Promise<void>;
  /** The rows, for work on some of them in another way. */
  readonly source: Pick<RowSource<QueueRow>, "find" | "settle" | "report">;
}

/** How a queue reads its rows and writes their results. */
export interface RowSource<Row extends QueueRow> {
  /** The mark of commits that make rows of this queue due. */
  readonly queue: DueQueue;
  /** The peer of a row: the address of a node, or a host. */
  targetOf(row: Row): string;
  /** When the next row is due (ms), or null. A claimed row is due at the end of its lease. */
  nextDueAt(db: Reader): Promise<number | null>;
  claim(tx: Tx, claim: Claim): Promise<Row[]>;
  /** Writes results. */
  settle(tx: Tx, ended: readonly EndedRow<Row>[], now: number): Promise<void>;
  /** Logs results after they were written. */
  report(ended: readonly EndedRow<Row>[]): void;
  /** Makes the rows of this worker due again, except those that it works on. */
  release(tx: Tx, workerId: string, atWork: ReadonlySet<Row["id"]>): Promise<unknown>;
  /** The row of a key, if its work is still to be done. */
  find(db: Reader, key: string): Promise<Row | null>;
  /** Whether work whose result was lost may be done again: then results need not be on the disk at once. */
  readonly isRepeatable?: boolean;
  /** Gives up and deletes old rows. Called at every pass. */
  prune?(): Promise<void>;
}

/** Questions that the work on a row can ask its queue. */
export interface Turn {
  /** Whether other rows are due and the queue is full. */
  othersWait(): boolean;
}

export interface WorkerOptions<Row> extends RowLimits {
  /** For the log. */
  name: string;
  context: Pick<Context, "store" | "clock" | "log">;
  /** The work on one row. It stops at the signal. After an error it is tried again later. A row may come twice. */
  work: (row: Row, signal: AbortSignal, turn: Turn) => Promise<Outcome>;
  /** How often the queue looks for due rows when nothing tells of any (ms). */
  pollMs?: number;
  /** How long `stop` waits before it aborts. */
  stopMs?: number;
  workerId?: string;
}

/** A transaction without an answer may still be committed when the network is back, until the server gives it up (ms). */
const lateCommitMs = storeLimits.statementMs + storeLimits.idleTransactionMs;

/** Ended work is gathered for one transaction, as long as the last one took: so a slow disk costs at most half of the time. */
const gatherMs = { least: 20, most: gatheredMs } as const;

/** Works on the rows of a queue: claims due rows, runs them side by side, and writes their results. */
export function createWorker<Row extends QueueRow>(
  source: RowSource<Row>,
  { name, context, work, ...options }: WorkerOptions<Row>,
): Queue {
  const { pollMs = limits.pollMs, stopMs = limits.stopMs, leaseMs } = options;
  const workerId = options.workerId ?? `${process.pid}-${randomUUID().slice(0, 8)}`;
  const { store, clock, log } = context;
  const alarm = createAlarm();
  const ring = () => alarm.ring();
  const turnOfRow: Turn = { othersWait: () => othersWait };
  const running = createRunningRows<Row>({
    ...options,
    name,
    context,
    work: (row, signal) => work(row, signal, turnOfRow),
    targetOf: source.targetOf,
    onChange: ring,
  });
  const waiting: Array<() => void> = [];
  let loop: Promise<void> | null = null;
  let stopping = false;
  let stopListening = () => {};
  let othersWait = false;
  let lastTurnMs = 0;
  /** When the last turn failed (ms): the database may have committed its claims although the answer was lost, or may do so later. */
  let failedAt: number | null = null;

  /**
   * Writes the results of ended rows and claims due rows, in one transaction.
   *
   * @returns the number of claimed rows, the time at which the next is due, and whether the written results made rows due now
   */
  async function turn(): Promise<{ claimed: number; due: number | null; madeDue: boolean }> {
    const ended = running.takeEnded();
    const due = stopping ? null : await source.nextDueAt(store.db);
    const limit = countWanted(due);
    if (ended.length === 0 && limit === 0 && failedAt === null) return { claimed: 0, due, madeDue: false };
    const began = performance.now();
    const now = clock.now();
    const settleAndClaim = async (tx: Tx) => {
      if (ended.length > 0) await source.settle(tx, ended, now);
      if (failedAt !== null) await source.release(tx, workerId, running.ids());
      const claim = { now, leaseMs, workerId, limit, busy: running.busy(), shareOf: running.shareOf };
      // It may have been stopped while this waited for its turn.
      return limit === 0 || stopping ? [] : await source.claim(tx, claim);
    };
    const { isRepeatable = false } = source;
    const claimed = await store.transaction(settleAndClaim, { isRepeatable }).catch((error: unknown) => {
      running.giveBack(ended);
      failedAt = performance.now();
      throw error;
    });
    if (failedAt !== null && began - failedAt > lateCommitMs) failedAt = null;
    lastTurnMs = performance.now() - began;
    source.report(ended);
    for (const row of claimed) running.begin(row);
    // A full queue does not ask: the end of a row or the next poll wakes it.
    const asks = !stopping && running.free > 0;
    const next = asks ? await source.nextDueAt(store.db) : null;
    return { claimed: claimed.length, due: next, madeDue: limit === 0 && isDue(next) };
  }

  const isDue = (due: number | null) => due !== null && due <= clock.now();

  /** How many rows may be claimed now, where the next is due at `due`. */
  function countWanted(due: number | null): number {
    const wants = isDue(due);
    othersWait = wants && running.free <= 0;
    if (othersWait) running.makeRoom();
    return wants ? Math.max(running.free, 0) : 0;
  }

  /** One pass of the loop: a turn, then sleep until something is due, ends, or becomes due sooner. */
  async function pass(): Promise<void> {
    const asked = waiting.splice(0);
    if (!stopping) await source.prune?.();
    const { claimed, due, madeDue } = await turn().catch((error: unknown) => {
      waiting.push(...asked);
      throw error;
    });
    const idle = claimed === 0 && running.size === 0 && !running.hasEnded() && !madeDue;
    if (idle) for (const resolve of asked) resolve();
    else waiting.push(...asked);
    if (madeDue || (idle && stopping)) return;
    await alarm.sleep(sleepMs(due));
    if (running.hasEnded()) await gather();
  }

  /** Lets more work end before what ended is written, for a while, or until little is left under way. */
  async function gather(): Promise<void> {
    const until = performance.now() + gatherTime(lastTurnMs);
    for (;;) {
      const ms = until - performance.now();
      if (ms <= 0 || running.isMostEnded()) return;
      await alarm.sleep(ms);
    }
  }

  function sleepMs(due: number | null): number {
    // All queues of a process poll at the same moments.
    const toPoll = pollMs - (performance.now() % pollMs);
    // A full queue wakes in time to abort slow rows.
    if (running.free <= 0) return Math.min(toPoll, limits.slowAfterMs);
    const wait = due === null ? toPoll : due - clock.now();
    // Unclaimed due rows wait until another row of the same peer ends.
    return wait <= 0 ? toPoll : Math.min(wait, toPoll);
  }

  async function run(): Promise<void> {
    while (!stopping || running.size > 0 || running.hasEnded()) {
      await pass().catch(pauseAfterError);
      if (stopping && running.aborted && running.size === 0) break;
    }
    await store.transaction((tx) => source.release(tx, workerId, new Set())).catch(pauseAfterError);
  }

  /** The database fails: results stay in memory, and the next pass writes them. */
  async function pauseAfterError(error: unknown): Promise<void> {
    log.error({ queue: name, error }, "the queue could not read or write its rows");
    await alarm.sleep(1_000);
  }

  return {
    // The row that `find` returns is given to the others as it is.
    source: source as unknown as Queue["source"],
    start() {
      if (loop) return;
      stopListening = store.onDue(source.queue, ring);
      loop = run();
    },
    nudge: ring,
    async stop() {
      stopping = true;
      ring();
      const timer = setTimeout(() => running.abort(), stopMs);
      await loop;
      clearTimeout(timer);
      stopListening();
      for (const resolve of waiting.splice(0)) resolve();
    },
    async settled() {
      if (!loop || stopping) return;
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        ring();
      });
    },
  };
}

/** A sleep that can be cut short. A ring while nobody sleeps cuts the next sleep short, so that none is lost. */
function createAlarm() {
  let rung = false;
  let wake: (() => void) | null = null;
  return {
    ring() {
      rung = true;
      wake?.();
    },
    /** Resolves after `ms` of real time, or at the next ring. */
    async sleep(ms: number) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      rung = false;
      wake = null;
    },
  };
}

function gatherTime(lastTurnMs: number): number {
  return Math.min(Math.max(lastTurnMs, gatherMs.least), gatherMs.most);
}
