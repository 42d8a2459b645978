import type { Context, EventMap } from "../context.ts";
import { createVitalSigns, type QueueSigns, type VitalSigns } from "../domain/diagnosis/health.ts";
import { healthLimits } from "../domain/diagnosis/limits.ts";
import { addBuild, addGauge, addGauges, createMetrics, type Metrics } from "./metrics.ts";
import { watchProcess } from "./process-metrics.ts";

/** What is read from database and disk when somebody asks. */
function watchVitalSigns(metrics: Metrics, read: () => Promise<VitalSigns>): void {
  const ofQueues = (name: string, help: string, pick: (signs: QueueSigns) => number) =>
    addGauges(metrics, {
      name,
      help,
      label: "queue",
      read: async () =>
        Object.fromEntries(
          Object.entries((await read()).queues).map(([queue, signs]) => [queue, pick(signs)]),
        ),
    });
  ofQueues(
    "freehold_queue_rows",
    `Rows that wait in a queue, counted up to ${healthLimits.countedRows}.`,
    ({ pending }) => pending,
  );
  ofQueues(
    "freehold_queue_oldest_seconds",
    "Age of the oldest row that waits in a queue.",
    ({ oldestMs }) => oldestMs / 1000,
  );
  ofQueues(
    "freehold_queue_overdue_seconds",
    "For how long the most urgent row of a queue has been due.",
    ({ overdueMs }) => overdueMs / 1000,
  );
  addGauges(metrics, {
    name: "freehold_peers",
    help: `Nodes that this one calls, by how the way to them is, counted up to ${healthLimits.countedRows}.`,
    label: "state",
    read: async () => ({ ...(await read()).peers }),
  });
  const one = (name: string, help: string, pick: (signs: VitalSigns) => number) =>
    addGauge(metrics, { name, help, read: async () => pick(await read()) });
  one("freehold_database_bytes", "What the database takes on disk.", ({ databaseBytes }) => databaseBytes);
  one("freehold_contents", "Contents that the database knows.", ({ contents }) => contents.count);
  one("freehold_contents_bytes", "Bytes of those contents.", ({ contents }) => contents.bytes);
  one(
    "freehold_disk_free_bytes",
    "What can still be written where the data is.",
    ({ freeBytes }) => freeBytes,
  );
}

/**
 * Counts what the node tells of itself while it works.
 *
 * @returns what ends it
 */
function watchEvents(metrics: Metrics, { events }: Pick<Context, "events">): () => void {
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
