import type { Context } from "../context.ts";
import type { Tx } from "../store/database.ts";
import {
  endInterruption,
  giveBack,
  hasInterrupted,
  type InterruptedRow,
  interruptClaims,
  noteDeath,
  takeInterrupted,
} from "../store/queues/interrupted-rows.ts";
import { type WorkQueue, workQueues } from "../store/tables/queues.ts";
import { limits } from "./limits.ts";
import type { Outcome } from "./retry.ts";
import type { QueueRow } from "./running-rows.ts";
import type { Queue } from "./worker.ts";

const interruptedRows = 8; // interrupted rows that are tried together after a crash
const interruptedPauseMs = 5_000; // after the death of the process that tried them

/** A process beside the node that works on rows. It starts with the first. */
export interface RowProcess {
  /** Starts it, if it does not run. @returns whether it can work */
  start(): Promise<boolean>;
  /**
   * @returns what came of the work; `died` where the process ended meanwhile, or answered nothing for long; `not-tried` where it
   *   could not be started, or was ended by {@link end}
   */
  work(task: { queue: WorkQueue; row: QueueRow }): Promise<Outcome | "died" | "not-tried">;
  /** Ends it, if it runs. */
  end(): Promise<void>;
}

export type InterruptedQueue = Pick<Queue, "start" | "nudge" | "stop" | "settled">;

export interface InterruptedQueueOptions {
  readonly context: Pick<Context, "store" | "clock" | "log">;
  readonly workerId: string;
  readonly queues: Readonly<Partial<Record<WorkQueue, Pick<Queue, "source">>>>;
  readonly openProcess: () => RowProcess;
  /** Tells the owner of a row that is set aside. */
  readonly onSetAside: (tx: Tx, row: InterruptedRow, now: number) => Promise<unknown>;
  /** How long after a death the next process starts (ms). */
  readonly pauseMs?: number;
}

// Commits tell of interrupted rows, and this finds those of a message that was lost.
const idleMs = 60_000;

/** Rows that are tried in one process: together, or alone. A long row that is tried alone does not hold up the short ones. */
const lanes = [
  { state: "interrupted", queues: workQueues, limit: interruptedRows },
  { state: "alone", queues: ["outbox", "jobs", "feeds"], limit: 1 },
  { state: "alone", queues: ["pulls", "catch-ups", "imports"], limit: 1 },
] as const;

/**
 * Works on the rows that were under way when their process died, in processes beside the node. Such a row may be what ended
 * the process; it then ends one that does nothing else.
 */
export function createInterruptedQueue(options: InterruptedQueueOptions): InterruptedQueue {
  const { context, workerId } = options;
  const { store, clock, log } = context;
  let works: ReturnType<typeof startLane>[] = [];
  let ready: Promise<unknown> = Promise.resolve();
  let stopListening = () => {};
  return {
    start() {
      // No other process works on SQLite.
      const takeOver = store.dialect.singleProcess
        ? store.transaction((tx) => interruptClaims(tx, null, { now: clock.now(), except: workerId }))
        : Promise.resolve();
      ready = takeOver.catch((error: unknown) =>
        log.error({ error }, "what a process had claimed that has ended could not be taken over"),
      );
      works = lanes.map((lane) => startLane(options, lane, ready));
      stopListening = store.onDue("interrupted", () => {
        for (const lane of works) lane.ring();
      });
    },
    nudge() {
      for (const lane of works) lane.ring();
    },
    async stop() {
      stopListening();
      await Promise.all(works.map((lane) => lane.stop()));
    },
    async settled() {
      await ready;
      // In this order: rows that were tried together may be tried alone next.
      for (const lane of works) await lane.settled();
    },
  };
}

function startLane(
  { context, workerId, queues, openProcess, onSetAside, pauseMs }: InterruptedQueueOptions,
  lane: (typeof lanes)[number],
  ready: Promise<unknown>,
) {
  const { store, clock, log } = context;
  const running = new Map<InterruptedRow, Promise<void>>();
  const dead: InterruptedRow[] = [];
  const waiting: (() => void)[] = [];
  let process: RowProcess | null = null;
  let stopping = false;
  let pausedUntil = 0;
  let wake = () => {};
  let rung = false;
  const ring = () => {
    rung = true;
    wake();
  };

  async function take(): Promise<number> {
    if (dead.length > 0 || performance.now() < pausedUntil) return 0;
    const limit = lane.limit - running.size;
    if (limit <= 0 || !(await hasInterrupted(store.db, lane))) return 0;
    // The attempt is counted when a row is taken. To start takes longer than most work, and a kill meanwhile says nothing of the row.
    process ??= openProcess();
    if (!(await process.start())) {
      await process.end();
      process = null;
      pausedUntil = performance.now() + limits.pollMs;
      return 0;
    }
    const { taken } = await store.transaction(async (tx) => {
      const now = clock.now();
      const wanted = { worker: workerId, now, state: lane.state, queues: lane.queues, limit };
      const found = await takeInterrupted(tx, wanted);
      for (const row of found.setAside) await setAside(tx, row, now);
      return found;
    });
    for (const row of taken) {
      const work = run(row)
        .catch((error: unknown) => {
          log.error({ ...nameOf(row), error }, "an interrupted row could not be tried");
          pausedUntil = performance.now() + limits.pollMs;
        })
        .finally(() => {
          running.delete(row);
          ring();
        });
      running.set(row, work);
    }
    return taken.length;
  }

  async function setAside(tx: Tx, row: InterruptedRow, now: number): Promise<void> {
    log.error(nameOf(row), "work is set aside: the process died each time that it was tried");
    await onSetAside(tx, row, now);
  }

  async function run(name: InterruptedRow): Promise<void> {
    const source = queues[name.queue]?.source;
    if (!source) throw new Error(`There is no queue ${name.queue}.`);
    const row = await source.find(store.db, name.rowKey);
    if (row === null) return void (await store.transaction((tx) => endInterruption(tx, name)));
    const startedAt = clock.now();
    const outcome = process === null ? "not-tried" : await process.work({ queue: name.queue, row });
    if (outcome === "died") {
      dead.push(name);
      return;
    }
    if (outcome === "not-tried") {
      pausedUntil = performance.now() + limits.pollMs;
      await store.transaction((tx) => giveBack(tx, [name]));
      return;
    }
    const ended = [{ row, outcome, startedAt }];
    await store.transaction(async (tx) => {
      await endInterruption(tx, name);
      await source.settle(tx, ended, clock.now());
    });
    source.report(ended);
  }

  /** All that was in the process has ended with it. */
  async function bury(): Promise<void> {
    if (dead.length === 0 || running.size > 0) return;
    await process?.end();
    process = null;
    log.warn(
      { rows: dead.map((row) => `${row.queue} ${row.rowKey}`) },
      "a process that tried interrupted work died",
    );
    await store.transaction(async (tx) => {
      const now = clock.now();
      for (const row of await noteDeath(tx, dead, now)) await setAside(tx, row, now);
    });
    dead.length = 0;
    pausedUntil = performance.now() + (pauseMs ?? interruptedPauseMs);
  }

  async function loop(): Promise<void> {
    await ready;
    while (!stopping) {
      rung = false;
      const taken = await Promise.resolve(bury())
        .then(take)
        .catch((error: unknown) => {
          log.error({ error }, "interrupted work could not be read or written");
          return 0;
        });
      if (taken === 0 && running.size === 0) {
        await process?.end();
        process = null;
        if (performance.now() >= pausedUntil) for (const resolve of waiting.splice(0)) resolve();
      }
      const pause = pausedUntil - performance.now();
      await sleep(pause > 0 ? pause : idleMs);
    }
  }

  async function sleep(ms: number): Promise<void> {
    if (rung) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    wake = () => {};
  }

  const looping = loop();
  return {
    ring,
    async stop() {
      stopping = true;
      ring();
      await process?.end();
      await Promise.all(running.values());
      await looping;
      for (const resolve of waiting.splice(0)) resolve();
    },
    async settled() {
      if (stopping) return;
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        ring();
      });
    },
  };
}

const nameOf = ({ queue, rowKey }: InterruptedRow) => ({ queue, row: rowKey });
