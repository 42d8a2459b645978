import type { Context } from "../context.ts";
import { createVitalSigns } from "../domain/diagnosis/vital-signs.ts";
import { addBuild, createMetrics, type Metrics } from "./create-metrics.ts";
import { watchEvents } from "./watch-events.ts";
import { watchProcess } from "./watch-process.ts";
import { watchVitalSigns } from "./watch-vital-signs.ts";

/**
 * Begins to count for a node.
 *
 * @returns its metrics, and what ends the counting
 */
export function openMetrics(
  context: Pick<Context, "store" | "clock" | "config" | "events">,
  version: string,
): { metrics: Metrics; end: () => void } {
  const metrics = createMetrics();
  watchProcess(metrics);
  watchVitalSigns(metrics, createVitalSigns(context));
  addBuild(metrics, { version, node: process.versions.node, database: context.store.dialect.name });
  return { metrics, end: watchEvents(metrics, context) };
}
