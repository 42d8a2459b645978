import type { Address, Form } from "@freehold/protocol";
import type { Context } from "../context.ts";
import { findWaitingBehind, giveUpWaiting, listUnreachable } from "../store/peers/publication-deliveries.ts";
import { pruneBehind, type QueueName, queueNames } from "../store/queues/queue-rows.ts";
import { limits } from "./limits.ts";

// A node of the reference form catches up with a thousand, and only at its start.
const waitingPublicationsOfReference = 10_000;
const endedDeliveries = 1_000_000; // deliveries that are over
const endedPulls = 1_000_000; // pulls that are over
const endedJobs = 10_000; // mails, pushes and webhooks that are over

const pageSize = 200;

/** The reason that the owner sees at such a delivery. */
export const supersededReason =
  "too many newer ones wait for it; it finds this one in the index when it catches up";

const most: Readonly<Record<Form, number>> = {
  baseline: limits.waitingPublications,
  reference: waitingPublicationsOfReference,
};

/**
 * Bounds, as a maintenance task, the publications that wait for each node that can't be reached: the oldest end. Its
 * catch-up finds them in the index, by hash and second; the newest ones stay, so that it learns that there are new
 * publications. Follows and profiles never end so, because other nodes can't find them anywhere else.
 *
 * @returns how many ended
 */
export async function endSuperseded(
  { store, clock, log, events }: Pick<Context, "store" | "clock" | "log" | "events">,
  signal?: AbortSignal,
  bounds: Readonly<Record<Form, number>> = most,
): Promise<number> {
  let total = 0;
  let after: Address | null = null;
  while (!signal?.aborted) {
    const page: Awaited<ReturnType<typeof listUnreachable>> = await listUnreachable(store.db, {
      after,
      limit: pageSize,
    });
    for (const { address, form } of page) {
      const upTo = await findWaitingBehind(store.db, address, bounds[form ?? "baseline"]);
      if (upTo === null) continue;
      const end = { peer: address, upTo, reason: supersededReason, now: clock.now() };
      const count = await store.transaction((tx) => giveUpWaiting(tx, end));
      total += count;
      log.info(
        { peer: address, count },
        "old publications no longer wait for a node: too many newer ones do",
      );
    }
    after = page.at(-1)?.address ?? null;
    if (page.length < pageSize) break;
  }
  if (total > 0) events.emit("rows.ended", { queue: "outbox", result: "expired", count: total });
  return total;
}

/** Small, so that no other writer waits long. */
const batch = 500;

const maxEnded: Record<QueueName, number> = {
  outbox: endedDeliveries,
  pulls: endedPulls,
  jobs: endedJobs,
};

/**
 * Bounds, as a maintenance task, the ended rows of each queue, by age and by number: the oldest are deleted.
 *
 * @returns the number of deleted rows
 */
export async function pruneEnded(
  { store, log }: Pick<Context, "store" | "log">,
  signal?: AbortSignal,
  bounds: Readonly<Record<QueueName, number>> = maxEnded,
): Promise<number> {
  let total = 0;
  for (const table of queueNames) {
    let count = batch;
    while (count >= batch && !signal?.aborted) {
      count = await store.transaction((tx) => pruneBehind(tx, table, bounds[table], batch));
      total += count;
    }
  }
  if (total > 0) log.info({ rows: total }, "work that is over was forgotten: there is so much of it");
  return total;
}
