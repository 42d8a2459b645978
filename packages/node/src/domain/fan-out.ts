import type { Context } from "../context.ts";
import type { Outcome } from "../jobs/retry.ts";
import { findPublication } from "../store/publications/publications.ts";
import { continueFanOut, readFanOut } from "../store/queues/fan-out.ts";
import type { Job } from "../store/queues/jobs.ts";
import { hasDueRows } from "../store/queues/queue-rows.ts";
import { limits } from "./limits.ts";

// The size of a piece of the work; other writers have their turn between two pieces.
const turnMs = 1_000;
/** How often the job looks whether there is room. */
const lookMs = 250;
/** After this time a page is queued even without room, because all due rows may belong to one slow host. */
const longestPauseMs = 10_000;

/**
 * Job: queues a message for the remaining followers, in bounded transactions. While many deliveries are due it waits, so that two
 * publications share the workers and the outbox stays short.
 */
export async function fanOut(
  { store, clock }: Pick<Context, "store" | "clock">,
  job: Job,
  signal: AbortSignal,
): Promise<Outcome> {
  const { message, writtenAt } = readFanOut(job);
  // A deleted publication is sent to nobody.
  if (message.kind === "publication" && !(await findPublication(store.db, Number(message.subject))))
    return { result: "done", reached: false };
  const until = performance.now() + turnMs;
  let isPaused = clock.now() - writtenAt < longestPauseMs && (await isFull({ store, clock }));
  while (!isPaused && performance.now() < until) {
    signal.throwIfAborted();
    const isMore = await store.transaction((tx) => continueFanOut(tx, job.id, clock.now()));
    if (!isMore) return { result: "done", reached: false };
    isPaused = await isFull({ store, clock });
  }
  const wait = { afterMs: isPaused ? lookMs : 0, reason: "more followers are queued next" };
  return { result: "later", scope: "row", isProgress: true, ...wait };
}

function isFull({ store, clock }: Pick<Context, "store" | "clock">): Promise<boolean> {
  return hasDueRows(store.db, "outbox", clock.now(), limits.dueDeliveries - 1);
}
