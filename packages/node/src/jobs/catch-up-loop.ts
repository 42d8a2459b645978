import type { Address } from "@freehold/protocol";
import type { Context } from "../context.ts";
import type { Reader } from "../store/database.ts";
import { dueCatchUps, findPeer, nextCatchUpAt, scheduleCatchUp } from "../store/peers.ts";
import { createAlarm } from "./alarm.ts";
import { limits } from "./limits.ts";
import { orAborted } from "./or-aborted.ts";
import type { Queue } from "./queue.ts";

export interface CatchUpLoopOptions {
  context: Pick<Context, "store" | "clock" | "log" | "events">;
  /**
   * Reconciles one peer's index and says when the next time is. It stops at the signal, and at a place of its own choice where the turn
   * is over, having said that it is due again.
   */
  work: (address: Address, signal: AbortSignal, turn: Turn) => Promise<unknown>;
  /** How many peers at a time. */
  limit?: number;
  /** The longest that one may take; after a crash it is due again after so long. */
  leaseMs?: number;
  /** So long one may take while others wait. */
  turnMs?: number;
  pollMs?: number;
  stopMs?: number;
}

/** One peer's time at one of the places. */
export interface Turn {
  /** Whether it took long enough, and somebody else waits for a place. */
  isOver(): boolean;
}

/**
 * Runs the catch-ups that are due, side by side, one at a time for a peer, and in turns where there are more of them than places. Their times stand in the store, where
 * whoever wants one puts it; taking one moves its time past the lease, so that no second worker takes it.
 */
export function createCatchUpLoop(options: CatchUpLoopOptions): Queue {
  const { context, work } = options;
  const {
    limit = limits.catchUps,
    leaseMs = limits.catchUpMs,
    turnMs = limits.catchUpTurnMs,
    pollMs = 500,
    stopMs = limits.stopCatchUpMs,
  } = options;
  const { store, clock, log, events } = context;
  const alarm = createAlarm();
  const ring = () => alarm.ring();
  const running = new Map<Address, AbortController>();
  const waiting: Array<() => void> = [];
  let loop: Promise<void> | null = null;
  let stopping = false;
  /** Why nothing may run any more: the time that a stop leaves to what is under way is over. */
  let ended: Error | null = null;
  let othersWait = false;

  async function claim(): Promise<Address[]> {
    const now = clock.now();
    othersWait = false;
    if (stopping) return [];
    const next = await nextCatchUpAt(store.db);
    if (next === null || next > now) return [];
    const waiting = await findWaiting(store.db, now);
    const free = Math.max(limit - running.size, 0);
    othersWait = waiting.length > free;
    if (free === 0 || waiting.length === 0) return [];
    return await store.transaction(async (tx) => {
      const taken = (await findWaiting(tx, now)).slice(0, free);
      for (const address of taken) await scheduleCatchUp(tx, address, now + leaseMs);
      return taken;
    });
  }

  /** Those who are due and have no place; one that was asked for again while it runs has one. */
  async function findWaiting(db: Reader, now: number): Promise<Address[]> {
    const due = await dueCatchUps(db, now, limit + running.size + 1);
    return due.map(({ address }) => address).filter((address) => !running.has(address));
  }

  function beginTurn(): Turn {
    const began = performance.now();
    return { isOver: () => othersWait && performance.now() - began >= turnMs };
  }

  async function run(address: Address): Promise<void> {
    const controller = new AbortController();
    running.set(address, controller);
    // A claim that a stop overtook comes here after the time is over.
    if (ended) controller.abort(ended);
    const timer = setTimeout(() => controller.abort(new Error("the catch-up took too long")), leaseMs);
    try {
      await orAborted(() => work(address, controller.signal, beginTurn()), controller.signal);
    } catch (error) {
      if (!stopping) log.error({ peer: address, error }, "a catch-up failed");
      const at = clock.now() + (stopping ? 0 : limits.afterErrorMs);
      await store.transaction((tx) => rescheduleCatchUp(tx, address, at)).catch(() => {});
    } finally {
      clearTimeout(timer);
      running.delete(address);
      ring();
    }
  }

  async function pass(): Promise<void> {
    const asked = waiting.splice(0);
    const taken = await claim().catch(async (error: unknown) => {
      log.error({ error }, "the catch-ups that are due could not be read");
      return [];
    });
    for (const address of taken) void run(address);
    if (running.size === 0) for (const resolve of asked) resolve();
    else waiting.push(...asked);
    if (!stopping || running.size > 0) await alarm.sleep(pollMs);
  }

  async function runLoop(): Promise<void> {
    while (!stopping || running.size > 0) await pass();
  }

  return {
    start() {
      if (loop) return;
      events.on("catch-up.due", ring);
      loop = runLoop();
    },
    nudge: ring,
    async stop() {
      stopping = true;
      ring();
      const timer = setTimeout(() => {
        ended = new Error("this node is stopping");
        for (const controller of running.values()) controller.abort(ended);
      }, stopMs);
      await loop;
      clearTimeout(timer);
      events.off("catch-up.due", ring);
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

/** Moves the time of a catch-up that is still wanted; a follow that ended meanwhile stays ended. */
async function rescheduleCatchUp(
  tx: Parameters<typeof scheduleCatchUp>[0],
  address: Address,
  at: number,
): Promise<void> {
  const peer = await findPeer(tx, address);
  if (peer?.nextCatchUpAt !== null && peer !== null) await scheduleCatchUp(tx, address, at);
}
