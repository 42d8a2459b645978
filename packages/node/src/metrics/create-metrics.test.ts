import { expect, test } from "vitest";
import { addBuild, addGauges, createMetrics } from "./create-metrics.ts";

/** What a scrape says of the metric of this name. */
function about(scrape: string, name: string): string | undefined {
  return scrape.split("\n\n").find((block) => block.includes(` ${name} `));
}

test("a scrape is in Prometheus' text format: escaped labels, buckets that add up, counters from 0", async () => {
  const metrics = createMetrics();
  metrics.queueRows.inc({ queue: "outbox", result: "later" }, 2);
  metrics.eventLoopDelay.observe(0.002);
  metrics.eventLoopDelay.observe(60);
  addBuild(metrics, { version: '0"1\\\n', node: "24", database: "sqlite" });
  addGauges(metrics, {
    name: "numbers",
    help: "x",
    label: "kind",
    read: () => ({ a: 0.5, b: NaN, c: 1e21 }),
  });
  expect(metrics.registry.contentType).toBe("text/plain; version=0.0.4; charset=utf-8");
  const scrape = await metrics.registry.metrics();
  expect(about(scrape, "freehold_http_rate_limited_total")).toMatch(/\nfreehold_http_rate_limited_total 0$/);
  expect(about(scrape, "freehold_queue_rows_ended_total")).toMatch(
    / counter\nfreehold_queue_rows_ended_total\{queue="outbox",result="later"\} 2$/,
  );
  expect(about(scrape, "freehold_build_info")).toMatch(
    / gauge\nfreehold_build_info\{version="0\\"1\\\\\\n",node="24",database="sqlite"\} 1$/,
  );
  const delay = about(scrape, "freehold_event_loop_delay_seconds")?.split("\n").slice(1);
  expect(delay).toHaveLength(1 + 15 + 2);
  expect(delay).toEqual(
    expect.arrayContaining([
      "# TYPE freehold_event_loop_delay_seconds histogram",
      'freehold_event_loop_delay_seconds_bucket{le="0.001"} 0',
      'freehold_event_loop_delay_seconds_bucket{le="0.0025"} 1',
      'freehold_event_loop_delay_seconds_bucket{le="+Inf"} 2',
      "freehold_event_loop_delay_seconds_sum 60.002",
      "freehold_event_loop_delay_seconds_count 2",
    ]),
  );
  expect(about(scrape, "numbers")).toMatch(
    / gauge\nnumbers\{kind="a"\} 0.5\nnumbers\{kind="b"\} Nan\nnumbers\{kind="c"\} 1e\+21\n?$/,
  );
});
