import type { Metric, Registry } from "@prometheus-io/client";

type Labels = Readonly<Record<string, string>>;

/** One combination of labels: to observe it is to count up a number. */
export interface LatencySeries {
  /** @param seconds how long it took */
  observe(seconds: number): void;
}

/** A histogram whose series are found once, and not again with every observation, which is most of what the library's costs. */
export interface LatencyHistogram {
  series(labels: Labels): LatencySeries;
}

interface Kept {
  readonly labels: Labels;
  /** How many were at most as long as each bound, and longer than the one before; the last are longer than all. */
  readonly counts: number[];
  sum: number;
}

/** @param buckets bounds in seconds, rising */
export function createLatencyHistogram(
  registry: Registry,
  { name, help, buckets }: { name: string; help: string; buckets: readonly number[] },
): LatencyHistogram {
  const all: Kept[] = [];
  const metric = {
    name,
    help,
    type: "histogram",
    aggregator: "sum",
    get: () => ({ name, help, type: "histogram", aggregator: "sum", values: all.flatMap(tell) }),
    reset: () => all.splice(0),
  };
  const tell = ({ labels, counts, sum }: Kept) => {
    let count = 0;
    const rows = counts.map((more, index) => {
      count += more;
      return {
        metricName: `${name}_bucket`,
        labels: { ...labels, le: buckets[index] ?? "+Inf" },
        value: count,
      };
    });
    return [
      ...rows,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  };
  // The library takes whatever answers `get`; its types know its own classes alone.
  registry.registerMetric(metric as unknown as Metric);
  return {
    series(labels) {
      const kept: Kept = { labels, counts: Array.from({ length: buckets.length + 1 }, () => 0), sum: 0 };
      all.push(kept);
      return {
        observe(seconds) {
          let index = 0;
          while (index < buckets.length && seconds > (buckets[index] ?? 0)) index += 1;
          kept.counts[index] = (kept.counts[index] ?? 0) + 1;
          kept.sum += seconds;
        },
      };
    },
  };
}
