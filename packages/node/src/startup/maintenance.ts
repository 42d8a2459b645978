import { hourMs, minuteMs } from "@freehold/protocol/internal";
import type { Context } from "../context.ts";
import { askOthersClocks, notifyClockDoubt } from "../domain/clock.ts";
import { sweepComments } from "../domain/comments/limits.ts";
import { sweepStalePeers } from "../domain/connections/peers.ts";
import { checkContents } from "../domain/contents/check.ts";
import { sweepContents, sweepUnfinished } from "../domain/contents/sweep.ts";
import { createReleaseCheck } from "../domain/newer-version.ts";
import { endSuperseded, pruneEnded } from "../domain/prune-queues.ts";
import { createPictureCopier } from "../domain/publications/files/copy-pictures.ts";
import { recountLists } from "../domain/publications/public-posts.ts";
import { publishScheduled } from "../domain/publications/schedule.ts";
import { repairContents } from "../domain/replication/repair-contents.ts";
import { reindexPublications } from "../domain/search/reindex.ts";
import { sweepTrash } from "../domain/trash/trash.ts";
import { createClockWatch } from "../jobs/clock-watch.ts";
import { limits } from "../jobs/limits.ts";
import { createClaimRelease } from "../jobs/release-ended.ts";
import type { MaintenanceTask } from "../module.ts";
import { listModules } from "../module.ts";
import type { Hold } from "../store/postgres/hold.ts";
import { findNextSchedule } from "../store/publications/publication-schedules.ts";
import { mayClockBeWrong } from "../store/queues/clock-doubt.ts";

const listCoreTasks = (hold: Hold, watch: MaintenanceTask["work"]): readonly MaintenanceTask[] => [
  {
    key: "release-claims",
    each: "worker",
    everyMs: limits.endedProcessMs,
    work: createClaimRelease(hold),
    failure: "the claims of ended processes could not be released",
  },
  {
    key: "sweep-unfinished-files",
    each: "process",
    everyMs: hourMs,
    work: sweepUnfinished,
    failure: "files that were not finished could not be removed",
  },
  {
    key: "watch-clock",
    each: "worker",
    everyMs: minuteMs,
    work: (context, signal) => watch(context, signal),
    failure: "the clock could not be compared with the last time",
  },
  {
    key: "bound-waiting",
    everyMs: hourMs,
    byClock: true,
    work: endSuperseded,
    failure: "the deliveries to nodes that can't be reached could not be bounded",
  },
  {
    key: "prune-ended",
    everyMs: hourMs,
    byClock: true,
    work: pruneEnded,
    failure: "work that is over could not be forgotten",
  },
  {
    key: "sweep-trash",
    everyMs: hourMs,
    byClock: true,
    work: sweepTrash,
    failure: "what was deleted 30 days ago could not be deleted for good",
  },
  {
    key: "sweep-contents",
    everyMs: hourMs,
    byClock: true,
    work: sweepContents,
    failure: "files that nothing refers to could not be removed",
  },
  {
    key: "check-contents",
    everyMs: hourMs,
    work: checkContents,
    failure: "the files could not be compared with their hashes",
  },
  {
    key: "repair-contents",
    everyMs: hourMs,
    work: repairContents,
    failure: "missing files could not be fetched again",
  },
  {
    key: "publish-scheduled",
    everyMs: minuteMs,
    due: { queue: "schedules", at: findNextSchedule },
    byClock: true,
    work: publishScheduled,
    failure: "scheduled drafts could not be published",
  },
  {
    key: "copy-pictures",
    everyMs: limits.pollMs,
    work: createPictureCopier(),
    failure: "smaller copies of pictures could not be made",
  },
  {
    key: "sweep-comments",
    everyMs: hourMs,
    byClock: true,
    work: sweepComments,
    failure: "comments that nobody confirmed could not be removed",
  },
  {
    key: "sweep-peers",
    everyMs: hourMs,
    byClock: true,
    work: sweepStalePeers,
    failure: "profiles of unused peers could not be removed",
  },
  {
    key: "recount-lists",
    everyMs: hourMs,
    work: recountLists,
    failure: "the lists of publications could not be counted again",
  },
  {
    key: "check-release",
    everyMs: hourMs,
    work: createReleaseCheck(),
    failure: "the newest known version could not be stored",
  },
  {
    key: "reindex",
    everyMs: hourMs,
    work: reindexPublications,
    failure: "publications could not be indexed for the search",
  },
];

/** The tasks of a node: those of the core, and those of its modules. */
export function listTasks(context: Context, hold: Hold): readonly MaintenanceTask[] {
  const ofModules = listModules().flatMap(({ maintenance = [] }) => maintenance);
  return [...listCoreTasks(hold, watchClock(context)), ...ofModules];
}

/**
 * Starts the maintenance tasks of a process. Disposing of `resources` ends them and waits for them.
 *
 * @param works whether it works on the queues
 */
export function startMaintenance(
  context: Context,
  hold: Hold,
  { resources, works }: { resources: AsyncDisposableStack; works: boolean },
): void {
  for (const task of listTasks(context, hold))
    if (works || task.each === "process") resources.defer(repeat(context, hold, task));
}

function watchClock(context: Context): MaintenanceTask["work"] {
  let signal: AbortSignal | undefined;
  const watch = createClockWatch({
    askOthers: () => askOthersClocks(context, signal),
    onDoubt: notifyClockDoubt,
  });
  return async (_context, ending) => {
    signal = ending;
    await watch(context);
  };
}

/** @returns a function that ends the task and waits for it */
function repeat(
  context: Context,
  hold: Pick<Hold, "doAlone">,
  { key, each, everyMs, due, work, failure, byClock }: MaintenanceTask,
): () => Promise<void> {
  const stopping = new AbortController();
  let running: Promise<unknown> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Sets the timer for the next run. @param hasRun whether rows that are due wait for the next turn, since a run left them */
  const plan = async (hasRun: boolean) => {
    const { store, clock } = context;
    const at = (await due?.at(store.db).catch(() => null)) ?? Number.POSITIVE_INFINITY;
    const waitMs = Math.max(at - clock.now(), 0);
    clearTimeout(timer);
    if (!stopping.signal.aborted)
      timer = setTimeout(run, hasRun && waitMs === 0 ? everyMs : Math.min(waitMs, everyMs));
  };
  const run = () => {
    // The next run waits for one that takes longer than the interval.
    const act = async () => {
      if (byClock && (await mayClockBeWrong(context.store.db, context.clock.now()))) return;
      await work(context, stopping.signal);
    };
    const isOwn = each === "worker" || each === "process";
    running ??= (isOwn ? act() : hold.doAlone(key, act, { keeps: each === undefined }))
      .catch((error: unknown) => {
        // A task that a stop cuts short has not failed.
        if (!stopping.signal.aborted) context.log.error({ error }, failure);
      })
      .finally(() => {
        running = null;
        return plan(true);
      });
  };
  const stopListening = due && context.store.onDue(due.queue, () => void plan(false));
  run();
  return async () => {
    stopping.abort();
    clearTimeout(timer);
    stopListening?.();
    await running;
  };
}
