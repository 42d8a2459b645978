import Counter from "@prometheus-io/client/lib/counter.js";
import Gauge from "@prometheus-io/client/lib/gauge.js";
import Histogram from "@prometheus-io/client/lib/histogram.js";
import Registry from "@prometheus-io/client/lib/registry.js";
import { createLatencyHistogram } from "./latency-histogram.ts";

/** Seconds. */
const latencyBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const costBuckets = [1, 5, 10, 50, 100, 250, 500, 1000, 2500, 5000];

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * The counters and histograms of one node; several nodes in one process each have their own. No label holds text of a
 * client: routes come from the table of routes, every other label has a fixed list of values.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    requests: createLatencyHistogram(registry, {
      name: "freehold_http_request_duration_seconds",
      help: "Requests that were answered, by route and class of status, from their headers to the end of the reply.",
      buckets: latencyBuckets,
    }),
    rateLimited: new Counter({
      name: "freehold_http_rate_limited_total",
      help: "Requests that were answered with 429.",
      registers,
    }),
    shed: new Counter({
      name: "freehold_http_shed_total",
      help: "Requests refused with 503 because of overload, by reason.",
      labelNames: ["reason"],
      registers,
    }),
    left: new Counter({
      name: "freehold_http_left_total",
      help: "Accepted requests whose client disconnected before the reply was complete. They do not count as answered.",
      registers,
    }),
    operations: new Counter({
      name: "freehold_graphql_operations_total",
      help: "GraphQL operations, by caller and outcome.",
      labelNames: ["caller", "result"],
      registers,
    }),
    cost: new Histogram({
      name: "freehold_graphql_cost",
      help: "Cost of GraphQL operations: the estimate before they ran, and the text that they read.",
      buckets: costBuckets,
      registers,
    }),
    queueRows: new Counter({
      name: "freehold_queue_rows_ended_total",
      help: "Processed rows of the durable queues, by outcome. `later` is a failed attempt that is repeated.",
      labelNames: ["queue", "result"],
      registers,
    }),
    storageRequests: new Histogram({
      name: "freehold_storage_request_duration_seconds",
      help: "Requests to S3 with all their attempts until the reply, by operation and outcome. `unsent`: not sent because earlier ones failed.",
      labelNames: ["operation", "outcome"],
      buckets: latencyBuckets,
      registers,
    }),
    cacheReads: new Counter({
      name: "freehold_content_cache_reads_total",
      help: "Reads of contents in S3: `hit` from the cache on disk, `miss` after loading into the cache, `passed` without the cache.",
      labelNames: ["result"],
      registers,
    }),
    cacheReadBytes: new Counter({
      name: "freehold_content_cache_read_bytes_total",
      help: "Bytes of those reads.",
      labelNames: ["result"],
      registers,
    }),
    checkStates: new Gauge({
      name: "freehold_check_state",
      help: "Last result of a check of `freehold doctor`: 0 OK, 1 warning, 2 failed. Absent: not run yet, or not possible.",
      labelNames: ["check"],
      registers,
    }),
    checkTimes: new Gauge({
      name: "freehold_check_time_seconds",
      help: "When that result was found, in seconds of the Unix epoch.",
      labelNames: ["check"],
      registers,
    }),
    fetchedBytes: new Counter({
      name: "freehold_fetched_bytes_total",
      help: "Bytes of contents stored from other nodes.",
      registers,
    }),
  };
}

type Values = number | Readonly<Record<string, number>>;

/** A metric whose value is read when it is scraped. */
export interface GaugeSource {
  readonly name: string;
  readonly help: string;
  /** With a label, `read` returns a number for each of its values. */
  readonly label?: string;
  readonly read: () => Values | Promise<Values>;
}

export function addGauges({ registry }: Pick<Metrics, "registry">, ...sources: readonly GaugeSource[]): void {
  for (const { name, help, label = "", read } of sources) {
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      registers: [registry],
      async collect() {
        const values = await read();
        if (typeof values === "number") return this.set(values);
        this.reset();
        for (const [word, value] of Object.entries(values)) this.set({ [label]: word }, value);
      },
    });
  }
}

/** Adds the version of this program, of Node and of the database, as labels. */
export function addBuild(
  { registry }: Pick<Metrics, "registry">,
  labels: { version: string; node: string; database: string },
): void {
  const build = new Gauge({
    name: "freehold_build_info",
    help: "Always 1; the labels name the running version.",
    labelNames: ["version", "node", "database"],
    registers: [registry],
  });
  build.set(labels, 1);
}
