import type { Address } from "@freehold/protocol";
import { minuteMs } from "@freehold/protocol/internal";
import type { Context } from "../context.ts";
import type { Tx } from "../store/database.ts";
import {
  dueCatchUps,
  findPeer,
  nextCatchUpAt,
  renewCatchUps,
  scheduleCatchUp,
} from "../store/peers/peers.ts";
import { limits } from "./limits.ts";
import type { QueueRow } from "./running-rows.ts";
import { createTimedSource } from "./timed-rows.ts";
import { createWorker, type Queue, type RowSource } from "./worker.ts";

const catchUpTurnMs = 2 * minuteMs; // reading one index while others wait

export interface CatchUpQueueOptions {
  context: Pick<Context, "store" | "clock" | "log">;
  /**
   * Reconciles one peer's index and writes when the next time is. It stops at the signal. When its turn is over, it may
   * stop between two pages, after it wrote that it is due again.
   */
  work: (address: Address, signal: AbortSignal, turn: CatchUpTurn) => Promise<unknown>;
  /** How many peers at a time. */
  limit?: number;
  /** The longest catch-up (ms). */
  leaseMs?: number;
  /** How long one catch-up may take while others wait (ms). */
  turnMs?: number;
  pollMs?: number;
  workerId?: string;
  stopMs?: number;
}

export interface CatchUpTurn {
  /** Whether it took `turnMs`, and others wait. */
  isOver(): boolean;
}

interface CatchUp extends QueueRow {
  readonly id: Address;
}

/** Runs the catch-ups that are due, one at a time for a peer, and in turns where more are due than may run at a time. */
export function createCatchUpQueue(options: CatchUpQueueOptions): Queue {
  const { context, work, turnMs = catchUpTurnMs } = options;
  return createWorker<CatchUp>(createCatchUpSource(context), {
    name: "catch-ups",
    context,
    async work({ id }, signal, { othersWait }) {
      const began = performance.now();
      await work(id, signal, { isOver: () => othersWait() && performance.now() - began >= turnMs });
      return { result: "done" };
    },
    concurrency: options.limit ?? limits.catchUps,
    perPeer: 1,
    slow: { atATime: 0, abortAfterMs: null },
    leaseMs: options.leaseMs ?? limits.catchUpMs,
    stopMs: options.stopMs ?? limits.stopCatchUpMs,
    ...(options.pollMs !== undefined && { pollMs: options.pollMs }),
    ...(options.workerId !== undefined && { workerId: options.workerId }),
  });
}

/** A claim lasts half a minute and is renewed during the work, so that the rows of a killed worker are soon due again. */
function createCatchUpSource({ store, clock }: Pick<Context, "store" | "clock">): RowSource<CatchUp> {
  let renewedAt = Number.NEGATIVE_INFINITY;
  return createTimedSource({
    clock,
    queue: "catch-ups",
    targetOf: ({ id }) => id,
    nextDueAt: (db) => nextCatchUpAt(db),
    schedule: reschedule,
    async claim(tx, { now, limit, busy }) {
      const due = await dueCatchUps(tx, now, limit + busy.size);
      // One that was asked for again while it runs waits for its end.
      const taken = due.filter(({ address }) => !busy.has(address)).slice(0, limit);
      for (const { address } of taken) await scheduleCatchUp(tx, address, now + limits.catchUpClaimMs);
      return taken.map(({ address }) => ({ id: address, attempts: 0, lastError: null }));
    },
    async find(db, key) {
      const address = key as Address;
      const peer = await findPeer(db, address);
      const isFollowed = peer !== null && peer.nextCatchUpAt !== null;
      return isFollowed ? { id: address, attempts: 0, lastError: null } : null;
    },
    async renew(claimed) {
      const now = clock.now();
      if (Math.abs(now - renewedAt) < limits.catchUpClaimMs / 4) return;
      const until = now + limits.catchUpClaimMs;
      await store.transaction((tx) => renewCatchUps(tx, claimed, { now, until }));
      renewedAt = now;
    },
  });
}

/** A follow that ended meanwhile stays ended. */
async function reschedule(tx: Tx, address: Address, at: number): Promise<void> {
  const peer = await findPeer(tx, address);
  if (peer !== null && peer.nextCatchUpAt !== null) await scheduleCatchUp(tx, address, at);
}
