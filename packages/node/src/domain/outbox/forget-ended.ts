import type { Context } from "../../context.ts";
import { pruneBehind, type QueueTable } from "../../store/queue-rows.ts";
import { limits } from "../limits.ts";

/** Small, so that no other writer waits long. */
const batch = 500;

const kept: Record<QueueTable, number> = {
  outbox: limits.endedDeliveries,
  pulls: limits.endedPulls,
  errands: limits.endedErrands,
};

/**
 * Bounds, as a chore, how many rows of each queue are kept that are over, besides for how long: those that were added
 * before so many others go.
 *
 * @returns how many went
 */
export async function forgetEnded(
  { store, log }: Pick<Context, "store" | "log">,
  signal?: AbortSignal,
  bounds: Readonly<Record<QueueTable, number>> = kept,
): Promise<number> {
  let total = 0;
  for (const table of ["outbox", "pulls", "errands"] as const) {
    let count = batch;
    while (count >= batch && !signal?.aborted) {
      count = await store.transaction((tx) => pruneBehind(tx, table, bounds[table], batch));
      total += count;
    }
  }
  if (total > 0) log.info({ rows: total }, "work that is over was forgotten: there is so much of it");
  return total;
}
