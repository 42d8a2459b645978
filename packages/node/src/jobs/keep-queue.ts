import type { Context } from "../context.ts";
import { expireRows, pruneRows, type QueueName } from "../store/queue-rows.ts";
import { limits } from "./limits.ts";

/** How often rows are looked for that nobody needs. */
const everyMs = 60_000;
/** Small, so that no other writer waits long. */
const batch = 500;

interface Options {
  name: string;
  table: QueueName;
  context: Pick<Context, "store" | "clock" | "log" | "events">;
  /** 30 days by default. */
  keepMs: number | undefined;
}

/**
 * Makes the upkeep of a queue: once a minute, rows whose time is over are given up, and finished ones are forgotten
 * after `keepMs`, a batch at a time.
 */
export function createUpkeep({
  name,
  table,
  context,
  keepMs = limits.keptRowsMs,
}: Options): () => Promise<void> {
  const { store, clock, log, events } = context;
  let last = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = clock.now();
    if (now - last < everyMs && now >= last) return;
    const { expired, pruned } = await store.transaction(async (tx) => ({
      expired: await expireRows(tx, table, now),
      pruned: await pruneRows(tx, table, now - keepMs, batch),
    }));
    // A full batch means that there is more: it goes on at the next pass.
    if (pruned < batch) last = now;
    if (expired > 0) events.emit("rows.ended", { queue: name, result: "expired", count: expired });
    if (expired > 0) log.info({ queue: name, expired }, "rows were given up: their time is over");
  };
}
