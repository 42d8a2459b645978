import type { Clock, Log } from "../../src/context.ts";
import { createEvents, type Events } from "../../src/context.ts";
import { createPeerHealth } from "../../src/jobs/peer-health.ts";
import { createQueue, type QueueOptions } from "../../src/jobs/queue.ts";
import type { Queue } from "../../src/jobs/worker.ts";
import type { Store } from "../../src/store/database.ts";
import { addOutboxEntry } from "../../src/store/queues/outbox.ts";
import { addPulls } from "../../src/store/queues/pulls.ts";
import type { QueueName } from "../../src/store/queues/queue-rows.ts";
import { addressOf, pullOf, T0 } from "./store-records.ts";

const dayMs = 86_400_000;

/** A clock that stands still until it is moved. */
export interface HandClock extends Clock {
  advance(ms: number): void;
}

export function createHandClock(start = T0): HandClock {
  let now = start;
  return {
    now: () => now,
    advance(ms) {
      now += ms;
    },
  };
}

/** A log that records warnings and errors. */
export interface RecordedLog extends Log {
  readonly entries: Array<{ fields: object; sentence: string }>;
}

export function createRecordedLog(): RecordedLog {
  const entries: RecordedLog["entries"] = [];
  const keep = (fields: object, sentence: string) => {
    entries.push({ fields, sentence });
  };
  return { entries, debug() {}, info() {}, warn: keep, error: keep };
}

/** A store with a clock, a log and events, and the queues that are made on it; all of them stop with it. */
export interface DeliveryBench extends AsyncDisposable {
  readonly store: Store;
  readonly clock: HandClock;
  readonly log: RecordedLog;
  readonly events: Events;
  /** A queue with small numbers that has started. */
  queue<T extends QueueName>(
    options: Pick<QueueOptions<T>, "table" | "work"> & Partial<QueueOptions<T>>,
  ): Queue;
  /** Adds outbox entries for the peers with these numbers, due now. */
  addOutbox(...peers: number[]): Promise<void>;
  /** Adds pulls for the peers with these numbers, due now. */
  addPulls(...peers: number[]): Promise<void>;
}

const peerHealth = createPeerHealth(async () => {});
const healths: { [T in QueueName]: QueueOptions<T>["health"] } = {
  outbox: peerHealth,
  pulls: peerHealth,
  jobs: null,
};

export function createDeliveryBench(store: Store): DeliveryBench {
  const clock = createHandClock();
  const log = createRecordedLog();
  const events = createEvents();
  const queues: Queue[] = [];
  let subject = 0;
  return {
    store,
    clock,
    log,
    events,
    queue(options) {
      const queue = createQueue({
        name: options.table,
        health: healths[options.table],
        context: { store, clock, log, events },
        concurrency: 16,
        perPeer: 2,
        slow: { atATime: 16, abortAfterMs: null },
        leaseMs: 60_000,
        pollMs: 10,
        random: () => 0,
        ...options,
      });
      queues.push(queue);
      queue.start();
      return queue;
    },
    async addOutbox(...peers) {
      await store.transaction(async (tx) => {
        for (const peer of peers) {
          subject += 1;
          await addOutboxEntry(tx, {
            kind: "publication",
            peerAddress: addressOf(peer),
            subject: String(subject),
            payload: null,
            now: clock.now(),
            expiresAt: clock.now() + 30 * dayMs,
          });
        }
      });
    },
    async addPulls(...peers) {
      await store.transaction(async (tx) => {
        for (const peer of peers) {
          subject += 1;
          const now = clock.now();
          await addPulls(tx, [pullOf(peer, subject, { now, expiresAt: now + 30 * dayMs })]);
        }
      });
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(queues.map((queue) => queue.stop()));
    },
  };
}

/** A store whose transactions are done, and say so only when the gate opens, as a busy database does. */
export function createHeldStore(store: Store): { store: Store; hold(): () => void } {
  let gate = Promise.resolve();
  const transaction: Store["transaction"] = async (work) => {
    const result = await store.transaction(work);
    await gate;
    return result;
  };
  return {
    store: { ...store, transaction },
    hold() {
      const held = Promise.withResolvers<void>();
      gate = held.promise;
      return held.resolve;
    },
  };
}

/** Counts what is under way, in all and of each peer, and the most that it was. */
export function createTally() {
  const now = new Map<string, number>();
  const most = new Map<string, number>();
  let under = 0;
  let mostAtOnce = 0;
  return {
    most,
    get mostAtOnce() {
      return mostAtOnce;
    },
    enter(peer: string) {
      under += 1;
      mostAtOnce = Math.max(mostAtOnce, under);
      now.set(peer, (now.get(peer) ?? 0) + 1);
      most.set(peer, Math.max(most.get(peer) ?? 0, now.get(peer) ?? 0));
    },
    leave(peer: string) {
      under -= 1;
      now.set(peer, (now.get(peer) ?? 1) - 1);
    },
  };
}

/** Waits until something holds, by asking again; the test's own time limit ends it. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5));
}
