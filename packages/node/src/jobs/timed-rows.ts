import type { Context } from "../context.ts";
import type { Tx } from "../store/database.ts";
import { limits } from "./limits.ts";
import type { QueueRow } from "./running-rows.ts";
import type { RowSource } from "./worker.ts";

/**
 * Rows of a table that is no queue: each has a time at which it is due. A claim moves this time past the lease, and the work
 * writes the next one.
 */
interface TimedRows<R extends QueueRow>
  extends Pick<RowSource<R>, "queue" | "targetOf" | "nextDueAt" | "claim" | "releaseAll"> {
  /** Gives a row another time, if it still waits for one. */
  schedule(tx: Tx, id: R["id"], at: number): Promise<unknown>;
  /** Called at every pass with the claimed rows, for claims that are shorter than the work. */
  renew?(claimed: readonly R["id"][]): Promise<void>;
}

/** The source of a worker on timed rows: after an error a row is due later, and an interrupted row is due at once. */
export function createTimedSource<R extends QueueRow>({
  clock,
  claim,
  schedule,
  renew,
  ...rows
}: TimedRows<R> & Pick<Context, "clock">): RowSource<R> {
  const claimed = new Set<R["id"]>();
  return {
    ...rows,
    async claim(tx, wanted) {
      const taken = await claim(tx, wanted);
      for (const { id } of taken) claimed.add(id);
      return taken;
    },
    async settle(tx, ended, now) {
      for (const { row, outcome } of ended) {
        if (outcome.result === "later") await schedule(tx, row.id, now + limits.afterErrorMs);
        claimed.delete(row.id);
      }
    },
    report() {},
    ...(renew && {
      async prune() {
        if (claimed.size > 0) await renew([...claimed]);
      },
    }),
    async release(tx, _workerId, atWork) {
      for (const id of claimed.difference(atWork)) {
        await schedule(tx, id, clock.now());
        claimed.delete(id);
      }
    },
  };
}
