import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Context, EventMap } from "../context.ts";
import type { Claim } from "../store/claim-due.ts";
import type { Reader, Tx } from "../store/database.ts";
import { limits } from "./limits.ts";
import { announce } from "./peer-health.ts";
import type { Outcome } from "./retry.ts";
import { createRunningRows, type EndedRow, type QueueRow, type RowLimits } from "./running-rows.ts";

/** A durable queue at work. */
export interface Queue {
  /** Begins to work. Where there is one process alone, the claims of a predecessor that crashed are released first. */
  start(): void;
  /** Looks for due rows now: some were added, or the clock was set. */
  nudge(): void;
  /** Takes no new rows, waits for those under way up to `stopMs`, then aborts them; they are due again at once. */
  stop(): Promise<void>;
  /** Resolves when nothing runs and nothing is due that could. What waits for a later time is not waited for. */
  settled(): Promise<void>;
}

/** How a queue reads its rows and writes their results. */
export interface RowSource<Row> {
  /** The event for rows that became due. */
  readonly dueEvent: keyof EventMap & `${string}.due`;
  /** The peer of a row: the address of a node, or a host. */
  targetOf(row: Row): string;
  /** When the next row is due (ms), or null. A claimed row is due at the end of its lease. */
  nextDueAt(db: Reader): Promise<number | null>;
  claim(tx: Tx, claim: Claim): Promise<Row[]>;
  /** Writes results. @returns whether a peer is back, so that all queues should look for due rows */
  settle(tx: Tx, ended: readonly EndedRow<Row>[], now: number): Promise<boolean>;
  /** Logs results after they were written. */
  report(ended: readonly EndedRow<Row>[]): void;
  /** Makes the rows of this worker due again. */
  release(tx: Tx, workerId: string): Promise<unknown>;
  /** Makes the rows of all workers due again: no other process works, and a crashed one may have left some. */
  releaseAll?(tx: Tx): Promise<unknown>;
  /** Gives up and deletes old rows. Called at every pass. */
  prune?(): Promise<void>;
}

/** What the work on a row can ask its queue. */
export interface Turn {
  /** Whether other rows are due and the queue is full. */
  othersWait(): boolean;
}

export interface WorkerOptions<Row> extends RowLimits {
  /** For the log. */
  name: string;
  context: Pick<Context, "store" | "clock" | "log" | "events">;
  /** The work on one row. It stops at the signal. What it throws is tried again later. A row may come twice. */
  work: (row: Row, signal: AbortSignal, turn: Turn) => Promise<Outcome>;
  /** How often the queue looks for rows of other processes (ms). */
  pollMs?: number;
  /** How long `stop` waits before it aborts. */
  stopMs?: number;
  workerId?: string;
}

/** Ended work is gathered for one transaction, as long as the last one took: so a slow disk costs at most half of the time. */
const gatherMs = { least: 5, most: limits.gatheredMs } as const;

/** Works on the rows of a queue: claims due rows, runs them side by side, and writes their results. */
export function createWorker<Row extends QueueRow>(
  source: RowSource<Row>,
  { name, context, work, ...options }: WorkerOptions<Row>,
): Queue {
  const { pollMs = 500, stopMs = limits.stopMs, leaseMs } = options;
  const workerId = options.workerId ?? `${process.pid}-${randomUUID().slice(0, 8)}`;
  const { store, clock, log, events } = context;
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
  let othersWait = false;
  let lastTurnMs = 0;

  /** Writes what ended and claims what is due, in one transaction. Returns how many rows were claimed. */
  async function turn(): Promise<number> {
    const ended = running.takeEnded();
    const limit = stopping ? 0 : await countWanted();
    if (ended.length === 0 && limit === 0) return 0;
    const began = performance.now();
    const now = clock.now();
    const { back, claimed } = await store
      .transaction(async (tx) => {
        const back = ended.length > 0 && (await source.settle(tx, ended, now));
        if (limit === 0) return { back, claimed: [] };
        const claim = { now, leaseMs, workerId, limit, busy: running.busy(), shareOf: running.shareOf };
        return { back, claimed: await source.claim(tx, claim) };
      })
      .catch((error: unknown) => {
        running.giveBack(ended);
        throw error;
      });
    lastTurnMs = performance.now() - began;
    source.report(ended);
    if (back) announce(events);
    for (const row of claimed) running.begin(row);
    return claimed.length;
  }

  /** How many rows may be claimed now. */
  async function countWanted(): Promise<number> {
    const due = await source.nextDueAt(store.db);
    const isDue = due !== null && due <= clock.now();
    othersWait = isDue && running.free <= 0;
    if (othersWait) running.makeRoom();
    return isDue ? Math.max(running.free, 0) : 0;
  }

  /** One pass of the loop: a turn, then sleep until something is due, ends, or is added. */
  async function pass(): Promise<void> {
    const asked = waiting.splice(0);
    if (!stopping) await source.prune?.();
    const claimed = await turn().catch((error: unknown) => {
      waiting.push(...asked);
      throw error;
    });
    const idle = claimed === 0 && running.size === 0 && !running.hasEnded();
    if (idle) for (const resolve of asked) resolve();
    else waiting.push(...asked);
    if (idle && stopping) return;
    await alarm.sleep(await sleepMs(claimed));
    if (running.hasEnded() && running.size > 0) await delay(gatherTime(lastTurnMs));
  }

  async function sleepMs(claimed: number): Promise<number> {
    if (stopping || claimed > 0) return pollMs;
    const due = await source.nextDueAt(store.db);
    const wait = due === null ? pollMs : due - clock.now();
    // What is due and was not claimed waits for its peer's other rows, whose end rings.
    return wait <= 0 ? pollMs : Math.min(wait, pollMs);
  }

  async function run(): Promise<void> {
    const { releaseAll } = source;
    if (store.dialect.singleProcess && releaseAll) await store.transaction(releaseAll).catch(pauseAfterError);
    while (!stopping || running.size > 0 || running.hasEnded()) {
      await pass().catch(pauseAfterError);
      if (stopping && running.aborted && running.size === 0) break;
    }
    await store.transaction((tx) => source.release(tx, workerId)).catch(pauseAfterError);
  }

  /** The database fails: results stay in memory, and the next pass writes them. */
  async function pauseAfterError(error: unknown): Promise<void> {
    log.error({ queue: name, error }, "the queue could not read or write its rows");
    await alarm.sleep(1_000);
  }

  return {
    start() {
      if (loop) return;
      events.on(source.dueEvent, ring);
      loop = run();
    },
    nudge: ring,
    async stop() {
      stopping = true;
      ring();
      const timer = setTimeout(() => running.abort(), stopMs);
      await loop;
      clearTimeout(timer);
      events.off(source.dueEvent, ring);
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
