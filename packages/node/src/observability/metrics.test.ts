import { expect, test } from "vitest";
import { addBuild, addGauges, createMetrics } from "./metrics.ts";

/** What a scrape says of the metric of this name. */
function about(scrape: string, name: string): string | undefined {
  return scrape.split("\n\n").find((block) => block.includes(` ${name} `));
}

test("a scrape is in Prometheus' text format: escaped labels, buckets that add up, counters from 0", async () => {
  const metrics = createMetrics();
  metrics.queueRows.inc({ queue: "outbox", result: "later" }, 2);
  metrics.cost.observe(3);
  metrics.cost.observe(60_000);
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
  const cost = about(scrape, "freehold_graphql_cost")?.split("\n").slice(1);
  expect(cost).toHaveLength(1 + 11 + 2);
  expect(cost).toEqual(
    expect.arrayContaining([
      "# TYPE freehold_graphql_cost histogram",
      'freehold_graphql_cost_bucket{le="1"} 0',
      'freehold_graphql_cost_bucket{le="5"} 1',
      'freehold_graphql_cost_bucket{le="+Inf"} 2',
      "freehold_graphql_cost_sum 60003",
      "freehold_graphql_cost_count 2",
    ]),
  );
  expect(about(scrape, "numbers")).toMatch(
    / gauge\nnumbers\{kind="a"\} 0.5\nnumbers\{kind="b"\} Nan\nnumbers\{kind="c"\} 1e\+21\n?$/,
  );
});
