import type { Context } from "../context.ts";
import type { EventMap } from "../events.ts";
import type { Metrics } from "./create-metrics.ts";

/**
 * Counts what the node tells of itself while it works.
 *
 * @returns what ends it
 */
export function watchEvents(metrics: Metrics, { events }: Pick<Context, "events">): () => void {
  const onRows = ({ queue, result, count }: EventMap["rows.ended"][0]) =>
    metrics.queueRows.inc({ queue, result }, count);
  const onContent = ({ bytes }: EventMap["content.fetched"][0]) => metrics.fetchedBytes.inc(bytes);
  events.on("rows.ended", onRows);
  events.on("content.fetched", onContent);
  return () => {
    events.off("rows.ended", onRows);
    events.off("content.fetched", onContent);
  };
}
