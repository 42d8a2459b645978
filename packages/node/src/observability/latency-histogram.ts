import type { Metric, Registry } from "@prometheus-io/client";

type Labels = Readonly<Record<string, string>>;

/** One combination of labels. To observe it is to increment a number. */
export interface LatencySeries {
  observe(seconds: number): void;
}

/**
 * A histogram whose callers keep their series: finding it by its labels is the largest cost of the library's histogram.
 *
 * @param buckets bounds in seconds, rising
 */
export function createLatencyHistogram(
  registry: Registry,
  { name, help, buckets }: { name: string; help: string; buckets: readonly number[] },
): { series(labels: Labels): LatencySeries } {
  /** `counts` has the observations up to each bound and above the one before; its last item those above all bounds. */
  const all: { readonly labels: Labels; readonly counts: number[]; sum: number }[] = [];
  const collect = ({ labels, counts, sum }: (typeof all)[number]) => {
    let count = 0;
    const rows = counts.map((more, index) => {
      count += more;
      const bound = { ...labels, le: buckets[index] ?? "+Inf" };
      return { metricName: `${name}_bucket`, labels: bound, value: count };
    });
    return [
      ...rows,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  };
  const about = { name, help, type: "histogram", aggregator: "sum" };
  const metric = {
    ...about,
    get: () => ({ ...about, values: all.flatMap(collect) }),
    reset: () => all.splice(0),
  };
  // The library accepts any object with `get`; its types accept only its own classes.
  registry.registerMetric(metric as unknown as Metric);
  return {
    series(labels) {
      const series = { labels, counts: Array.from({ length: buckets.length + 1 }, () => 0), sum: 0 };
      all.push(series);
      return {
        observe(seconds) {
          let index = 0;
          while (index < buckets.length && seconds > (buckets[index] ?? 0)) index += 1;
          series.counts[index] = (series.counts[index] ?? 0) + 1;
          series.sum += seconds;
        },
      };
    },
  };
}
