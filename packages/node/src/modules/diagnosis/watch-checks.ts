import { minuteMs } from "@freehold/protocol/internal";
import type { Store } from "../../store/database.ts";
import { emit } from "../../store/events.ts";

const told = 2; // failures in a row of which the owner is told
const firstMs = 10 * minuteMs; // from the start until a check runs that waits for hours

interface Watch {
  readonly startedAt: number;
  /** By id of the check. */
  readonly dueAt: Map<string, number>;
  /** How often each check failed in a row. */
  readonly failures: Map<string, number>;
}

declare module "../../store/events.ts" {
  interface NodeEvents {
    /** A check that watches the node failed twice in a row. */
    "check.failing": { readonly check: string };
  }
}

/** The nodes of this process, by database. */
const watches = new WeakMap<Store["db"], Watch>();

/**
 * Runs, each minute, the checks that watch the node and are due, for `/metrics` and its alerts. The owner is told of one that
 * fails twice in a row. None runs as the node starts.
 */
export async function watchChecks(
  context: Parameters<typeof import("./run-diagnosis.ts").watchRunning>[0],
  signal: AbortSignal,
): Promise<void> {
  const now = context.clock.now();
  const watch = watches.get(context.store.db);
  if (!watch) {
    watches.set(context.store.db, { startedAt: now, dueAt: new Map(), failures: new Map() });
    return;
  }
  // A worker has no port where anybody could read the result.
  if (context.config.role === "worker") return;
  const { listChecks, watchRunning } = await import("./run-diagnosis.ts");
  const only = new Set<string>();
  for (const { id, watchedEveryMs } of listChecks()) {
    if (watchedEveryMs === undefined) continue;
    const first = watch.startedAt + (watchedEveryMs > firstMs ? firstMs : 0);
    if (now < (watch.dueAt.get(id) ?? first)) continue;
    watch.dueAt.set(id, now + watchedEveryMs);
    only.add(id);
  }
  if (only.size === 0) return;
  for (const { id, state } of await watchRunning(context, { only, signal })) {
    const failures = state === "failed" ? (watch.failures.get(id) ?? 0) + 1 : 0;
    watch.failures.set(id, failures);
    const isTold = listChecks().some((check) => check.id === id && check.notified);
    if (failures !== told || isTold) continue;
    await context.store.transaction((tx) => emit(tx, "check.failing", { check: id, now }));
  }
}
