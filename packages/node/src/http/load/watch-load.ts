import type { Context } from "../../context.ts";
import { addGauge, type Metrics } from "../../metrics/create-metrics.ts";
import type { Admission } from "./create-admission.ts";
import { watchEventLoop } from "./watch-event-loop.ts";

/**
 * Tells the admission how late the process is, and the owner when requests begin to be turned away, and when that is over.
 *
 * @returns what ends it
 */
export function watchLoad({ log }: Pick<Context, "log">, admission: Admission, metrics: Metrics): () => void {
  addGauge(metrics, {
    name: "freehold_http_requests_open",
    help: "Requests that are worked on.",
    read: () => admission.open,
  });
  addGauge(metrics, {
    name: "freehold_overload_pressure",
    help: "0: everybody is let in; 1: nobody who only reads; 2: nobody.",
    read: () => admission.pressure,
  });
  return watchEventLoop((delayMs) => {
    const before = admission.pressure;
    admission.note(delayMs);
    metrics.eventLoopDelay.observe(delayMs / 1000);
    const facts = { delayMs: Math.round(delayMs), open: admission.open };
    if (before === 0 && admission.pressure > 0) {
      log.warn(facts, "there is too much to do: requests are turned away");
    } else if (before > 0 && admission.pressure === 0) {
      log.info(facts, "there is less to do: everybody is let in again");
    }
  });
}
