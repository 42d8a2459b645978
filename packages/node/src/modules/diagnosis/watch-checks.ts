import { minuteMs } from "@freehold/protocol/internal";
import { hasCode } from "../../errors/errors.ts";
import type { MaintenanceTask } from "../../module.ts";

const firstMs = 10 * minuteMs; // from the start until a check runs that waits for hours

/**
 * Runs the checks that watch the node each time that they are due, for `/metrics` and its alerts. None runs as the node starts.
 *
 * @returns the work of each minute
 */
export function createCheckWatch(): MaintenanceTask["work"] {
  const dueAt = new Map<string, number>();
  let startedAt: number | null = null;
  return async (context, signal) => {
    const now = context.clock.now();
    if (startedAt === null) {
      startedAt = now;
      return;
    }
    // A worker has no port where anybody could read the result.
    if (context.config.role === "worker") return;
    const { diagnoseRunning, listChecks } = await import("./run-diagnosis.ts");
    const only = new Set<string>();
    for (const { id, watchedEveryMs } of listChecks()) {
      if (watchedEveryMs === undefined) continue;
      const first = startedAt + (watchedEveryMs > firstMs ? firstMs : 0);
      if (now < (dueAt.get(id) ?? first)) continue;
      dueAt.set(id, now + watchedEveryMs);
      only.add(id);
    }
    if (only.size === 0) return;
    try {
      await diagnoseRunning(context, { only, signal });
    } catch (error) {
      // A whole diagnosis is under way, and has these checks, too.
      if (!hasCode(error, "RATE_LIMITED")) throw error;
    }
  };
}
