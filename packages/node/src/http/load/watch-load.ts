import type { Context } from "../../context.ts";
import { addGauge, type Metrics } from "../../metrics/create-metrics.ts";
import type { Admission } from "./create-admission.ts";
import type { Line } from "./create-line.ts";
import { watchEventLoop } from "./watch-event-loop.ts";

/**
 * Tells the admission how late the process is, and the owner when requests begin to be turned away, and when that is over.
 *
 * @returns what ends it
 */
export function watchLoad(
  { log }: Pick<Context, "log">,
  { line, admission, metrics }: { line: Line; admission: Admission; metrics: Metrics },
): () => void {
  addGauge(metrics, {
    name: "freehold_http_requests_open",
    help: "Requests that are worked on, or wait for their turn.",
    read: () => admission.open,
  });
  addGauge(metrics, {
    name: "freehold_overload_pressure",
    help: "0: everybody is let in; 1: nobody who only reads; 2: nobody.",
    read: () => admission.pressure,
  });
  addGauge(metrics, {
    name: "freehold_http_wait_seconds",
    help: "For how long a reader who comes now will wait for their turn.",
    read: () => line.wait("guest") / 1000,
  });
  let wasTurning = false;
  return watchEventLoop((delayMs) => {
    admission.note(delayMs);
    metrics.eventLoopDelay.observe(delayMs / 1000);
    const { isTurning, open } = admission;
    const facts = { delayMs: Math.round(delayMs), waitMs: Math.round(line.wait("guest")), open };
    if (isTurning && !wasTurning) log.warn(facts, "there is too much to do: requests are turned away");
    else if (!isTurning && wasTurning) log.info(facts, "there is less to do: everybody is let in again");
    wasTurning = isTurning;
  });
}
