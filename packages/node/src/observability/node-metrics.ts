import type { Context, EventMap } from "../context.ts";
import {
  createVitalSigns,
  healthLimits as limits,
  type QueueSigns,
  type VitalSigns,
} from "../domain/health.ts";
import { addBuild, addGauges, createMetrics, type GaugeSource, type Metrics } from "./metrics.ts";
import { watchProcess } from "./process-metrics.ts";

/** Gauges that a scrape reads from database and disk. */
function listVitalGauges(read: () => Promise<VitalSigns>): readonly GaugeSource[] {
  const ofQueues = (name: string, help: string, pick: (signs: QueueSigns) => number) => ({
    name,
    help,
    label: "queue",
    read: async () => {
      const queues = Object.entries((await read()).queues);
      return Object.fromEntries(queues.map(([queue, signs]) => [queue, pick(signs)]));
    },
  });
  const one = (name: string, help: string, pick: (signs: VitalSigns) => number) => ({
    name,
    help,
    read: async () => pick(await read()),
  });
  const upTo = `counted up to ${limits.countedRows}`;
  return [
    ofQueues("freehold_queue_rows", `Rows that wait in a queue, ${upTo}.`, (queue) => queue.pending),
    ofQueues(
      "freehold_queue_oldest_seconds",
      "Age of the oldest row that waits in a queue.",
      (queue) => queue.oldestMs / 1000,
    ),
    ofQueues(
      "freehold_queue_overdue_seconds",
      "Delay of the row of a queue that has been due the longest.",
      (queue) => queue.overdueMs / 1000,
    ),
    {
      name: "freehold_peers",
      help: `Nodes that this one calls, by the health of the connection, ${upTo}.`,
      label: "state",
      read: async () => (await read()).peers,
    },
    one("freehold_database_bytes", "Size of the database on disk.", (signs) => signs.databaseBytes),
    one("freehold_contents", "Contents in the database.", (signs) => signs.contents.count),
    one("freehold_contents_bytes", "Bytes of those contents.", (signs) => signs.contents.bytes),
    one("freehold_disk_free_bytes", "Free bytes on the disk of the data.", (signs) => signs.freeBytes),
  ];
}

/** @returns a function that ends the counting */
function watchEvents(metrics: Metrics, { events, clock }: Pick<Context, "events" | "clock">): () => void {
  const onRows = ({ queue, result, count }: EventMap["rows.ended"][0]) =>
    metrics.queueRows.inc({ queue, result }, count);
  const onContent = ({ bytes }: EventMap["content.fetched"][0]) => metrics.fetchedBytes.inc(bytes);
  const onAnswer = ({ operation, outcome, ms }: EventMap["storage.answered"][0]) =>
    metrics.storageRequests.observe({ operation, outcome }, ms / 1000);
  const onRead = ({ result, bytes }: EventMap["cache.read"][0]) => {
    metrics.cacheReads.inc({ result });
    metrics.cacheReadBytes.inc({ result }, bytes);
  };
  const onChecks = (results: EventMap["checks.done"][0]) => {
    for (const { id: check, state } of results) showCheck(metrics, check, state, clock.now());
  };
  events.on("rows.ended", onRows);
  events.on("checks.done", onChecks);
  events.on("storage.answered", onAnswer);
  events.on("cache.read", onRead);
  events.on("content.fetched", onContent);
  return () => {
    events.off("rows.ended", onRows);
    events.off("checks.done", onChecks);
    events.off("content.fetched", onContent);
    events.off("storage.answered", onAnswer);
    events.off("cache.read", onRead);
  };
}

const stateNumbers = { ok: 0, warning: 1, failed: 2 } as const;

/** A check that could not look, or had nothing to look at, has no state. */
function showCheck(
  { checkStates, checkTimes }: Metrics,
  check: string,
  state: EventMap["checks.done"][0][number]["state"],
  now: number,
): void {
  if (state === "skipped") {
    checkStates.remove({ check });
    checkTimes.remove({ check });
    return;
  }
  checkStates.set({ check }, stateNumbers[state]);
  checkTimes.set({ check }, now / 1000);
}

/** @returns the metrics of a node, and a function that ends the counting */
export function openMetrics(
  context: Pick<Context, "store" | "clock" | "config" | "events">,
  version: string,
): { metrics: Metrics; end: () => void } {
  const metrics = createMetrics();
  watchProcess(metrics);
  addGauges(metrics, ...listVitalGauges(createVitalSigns(context)));
  addBuild(metrics, { version, node: process.versions.node, database: context.store.dialect.name });
  return { metrics, end: watchEvents(metrics, context) };
}
