import { minuteMs } from "@freehold/protocol/internal";
import type { Context } from "../context.ts";
import type { Tx } from "../store/database.ts";
import { endRunning, noteRunning } from "../store/queues/interrupted-rows.ts";
import type { WorkQueue } from "../store/tables/queues.ts";
import type { QueueRow } from "./running-rows.ts";
import type { RowSource } from "./worker.ts";

const afterErrorMs = 5 * minuteMs; // a catch-up after an error of this node's own

/**
 * Rows of a table that is not a queue, each with a due time. A claim moves this time past the lease, and the work writes
 * the next one.
 */
interface TimedRows<R extends QueueRow>
  extends Pick<RowSource<R>, "targetOf" | "nextDueAt" | "claim" | "find"> {
  readonly queue: WorkQueue;
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
  const end = (tx: Tx, ids: readonly R["id"][]) => endRunning(tx, rows.queue, ids.map(String));
  return {
    ...rows,
    async claim(tx, wanted) {
      const taken = await claim(tx, wanted);
      const { workerId: worker, now } = wanted;
      await noteRunning(
        tx,
        rows.queue,
        taken.map(({ id }) => String(id)),
        { worker, now },
      );
      for (const { id } of taken) claimed.add(id);
      return taken;
    },
    async settle(tx, ended, now) {
      await end(
        tx,
        ended.map(({ row }) => row.id),
      );
      for (const { row, outcome } of ended) {
        if (outcome.result === "later") await schedule(tx, row.id, now + afterErrorMs);
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
      const released = [...claimed.difference(atWork)];
      await end(tx, released);
      for (const id of released) {
        await schedule(tx, id, clock.now());
        claimed.delete(id);
      }
    },
  };
}
