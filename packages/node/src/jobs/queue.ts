import { randomUUID } from "node:crypto";
import type { Context } from "../context.ts";
import { claimDue, type QueueRecords, targetOf } from "../store/claim-due.ts";
import { nextDueAt, type QueueName, releaseClaims } from "../store/queue-rows.ts";
import { createAlarm } from "./alarm.ts";
import { createUpkeep } from "./keep-queue.ts";
import { limits } from "./limits.ts";
import { announce } from "./peer-health.ts";
import type { Outcome } from "./retry.ts";
import { createRunningRows } from "./running-rows.ts";
import { type CallHealth, type SettledRow, settleRows } from "./settle-rows.ts";

/** A durable queue at work. It knows no domain: what is done with a row was handed to it. */
export interface Queue {
  /** Begins to work; claims of a predecessor that crashed are released first, where there is one process alone. */
  start(): void;
  /** Looks for due rows now: some were added, or the clock was set. */
  nudge(): void;
  /** Takes no new rows, waits for those under way up to `stopMs`, then aborts them; they are due again at once. */
  stop(): Promise<void>;
  /** Resolves when nothing runs and nothing is due that could. What waits for a later time is not waited for. */
  settled(): Promise<void>;
}

export interface QueueOptions<T extends QueueName> {
  /** For the log. */
  name: string;
  table: T;
  context: Pick<Context, "store" | "clock" | "log" | "events">;
  /** The work on one row. It stops at the signal; what it throws is tried again later. A row may come twice. */
  work: (row: QueueRecords[T], signal: AbortSignal) => Promise<Outcome>;
  /** What the calls tell of the peers; null where rows go to no nodes, and each waits for itself. */
  health: CallHealth<QueueRecords[T]> | null;
  /** How many rows are worked on side by side, and how many of one peer that answers in good time. */
  concurrency: number;
  perPeer: number;
  /** How many rows that take long are worked on beside those, and how long one is waited for when there are more of them. */
  slow: { atATime: number; patienceMs: number | null };
  /** The longest that the work on one row may take; after a crash its rows are due again after so long. */
  leaseMs: number;
  /** For so long the owner can see what became of a row. */
  keepMs?: number;
  /** How often rows of other processes are looked for. */
  pollMs?: number;
  /** How long `stop` waits before it aborts. */
  stopMs?: number;
  workerId?: string;
  random?: () => number;
}

/**
 * Ended work is gathered to be written in one transaction: as long as the last one took, so that where a disk is slow no more than half
 * of the time goes into waiting for it.
 */
const gatherMs = { least: 5, most: limits.gatheredMs } as const;

export function createQueue<T extends QueueName>(options: QueueOptions<T>): Queue {
  const { name, table, context, health, concurrency, perPeer, slow, leaseMs, keepMs } = options;
  const { pollMs = 500, stopMs = limits.stopMs, random = Math.random } = options;
  const workerId = options.workerId ?? `${process.pid}-${randomUUID().slice(0, 8)}`;
  const { store, clock, log, events } = context;
  const added: `${QueueName}.due` = `${table}.due`;
  const alarm = createAlarm();
  const ring = () => alarm.ring();
  const running = createRunningRows<QueueRecords[T]>({
    name,
    context,
    work: options.work,
    targetOf: (row) => targetOf(table, row),
    leaseMs,
    lanes: { quick: concurrency, slow: slow.atATime, patienceMs: slow.patienceMs },
    perPeer,
    onChange: ring,
  });
  const keepQueue = createUpkeep({ name, table, context, keepMs });
  const waiting: Array<() => void> = [];
  let loop: Promise<void> | null = null;
  let stopping = false;
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
        const back = await settleRows(tx, table, ended, { now, random, health });
        if (limit === 0) return { back, claimed: [] };
        const claim = { now, leaseMs, workerId, limit, busy: running.busy(), shareOf: running.shareOf };
        return { back, claimed: await claimDue(tx, table, claim) };
      })
      .catch((error: unknown) => {
        running.giveBack(ended);
        throw error;
      });
    lastTurnMs = performance.now() - began;
    logEnded(ended);
    if (back) announce(events);
    for (const row of claimed) running.begin(row);
    return claimed.length;
  }

  /** How many rows may be claimed now. */
  async function countWanted(): Promise<number> {
    const due = await nextDueAt(store.db, table);
    if (due === null || due > clock.now()) return 0;
    if (running.free <= 0) running.makeRoom();
    return Math.max(running.free, 0);
  }

  function logEnded(ended: readonly SettledRow<QueueRecords[T]>[]): void {
    for (const { row, outcome } of ended) {
      const facts = { queue: name, row: row.id, peer: targetOf(table, row), attempts: row.attempts };
      events.emit("rows.ended", { queue: name, result: outcome.result, count: 1 });
      if (outcome.result === "done") log.debug(facts, "done");
      else log.info({ ...facts, result: outcome.result, reason: outcome.reason }, "not done");
    }
  }

  /** One pass of the loop: a turn, then sleep until something is due, ends, or is added. */
  async function pass(): Promise<void> {
    const asked = waiting.splice(0);
    if (!stopping) await keepQueue();
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
    const due = await nextDueAt(store.db, table);
    const wait = due === null ? pollMs : due - clock.now();
    // What is due and was not claimed waits for its peer's other rows, whose end rings.
    return wait <= 0 ? pollMs : Math.min(wait, pollMs);
  }

  async function run(): Promise<void> {
    if (store.dialect.singleProcess) {
      await store.transaction((tx) => releaseClaims(tx, table, null)).catch(troubled);
    }
    while (!stopping || running.size > 0 || running.hasEnded()) {
      await pass().catch(troubled);
      if (stopping && running.aborted && running.size === 0) break;
    }
    await store.transaction((tx) => releaseClaims(tx, table, workerId)).catch(troubled);
  }

  /** The database is out of order: what is known stays in memory, and it is tried again. */
  async function troubled(error: unknown): Promise<void> {
    log.error({ queue: name, error }, "the queue could not read or write its rows");
    await alarm.sleep(1_000);
  }

  return {
    start() {
      if (loop) return;
      events.on(added, ring);
      loop = run();
    },
    nudge: ring,
    async stop() {
      stopping = true;
      ring();
      const timer = setTimeout(() => running.abort(), stopMs);
      await loop;
      clearTimeout(timer);
      events.off(added, ring);
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

function gatherTime(lastTurnMs: number): number {
  return Math.min(Math.max(lastTurnMs, gatherMs.least), gatherMs.most);
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
