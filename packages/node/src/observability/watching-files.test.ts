import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parser } from "@prometheus-io/lezer-promql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GraphqlNode, openGraphqlNode } from "../../test/support/graphql-node.ts";

const docs = join(import.meta.dirname, "../../../../docs");
const read = (file: string) => readFileSync(join(docs, file), "utf8");

interface Panel {
  id: number;
  title: string;
  description: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets: { refId: string; expr: string; legendFormat: string }[];
}
const dashboard = JSON.parse(read("grafana-dashboard.json")) as {
  uid: string;
  schemaVersion: number;
  templating: { list: { name: string; query: string }[] };
  panels: Panel[];
};

/** Name and query of each rule. */
const alerts = [...read("alerts.yml").matchAll(/- alert: (\w+)\n\s+expr: (.+)\n/g)].map(
  ([, name = "", expr = ""]) => ({
    name,
    expr,
  }),
);

/** Of Prometheus itself, for every target. */
const given = new Set(["up"]);

/** What a query asks for, as Prometheus's own grammar reads it. */
function ask(expr: string): { metrics: string[]; labels: string[]; isBroken: boolean } {
  const metrics: string[] = [];
  const labels: string[] = [];
  let isBroken = false;
  parser.parse(expr).iterate({
    enter({ type, name, from, to }) {
      if (type.isError) isBroken = true;
      if (name === "VectorSelector") metrics.push(/^\w+/.exec(expr.slice(from, to))?.[0] ?? "");
      if (name === "LabelName") labels.push(expr.slice(from, to));
    },
  });
  return { metrics, labels, isBroken };
}

let node: GraphqlNode;
let series: Map<string, Set<string>>;
beforeAll(async () => {
  node = await openGraphqlNode();
  await node.ask("{ profile { title } }");
  const reply = await fetch(new URL("/metrics", node.endpoint));
  expect(reply.status).toBe(200);
  series = readSeries(await reply.text());
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
});

/** The names that a scrape offers, with their labels; those that have no values yet from the lines that declare them. */
function readSeries(scrape: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const line of scrape.split("\n")) {
    const [, declared, type] = /^# TYPE (\w+) (\w+)$/.exec(line) ?? [];
    if (declared !== undefined) {
      const names =
        type === "histogram" ? ["_bucket", "_sum", "_count"].map((end) => declared + end) : [declared];
      for (const name of names) found.set(name, found.get(name) ?? new Set());
    }
    const [, name = "", labels = ""] = /^(\w+)\{(.*)\} /.exec(line) ?? [];
    for (const [, label = ""] of labels.matchAll(/(\w+)="/g)) found.get(name)?.add(label);
  }
  return found;
}

function check(expr: string): void {
  const { metrics, isBroken } = ask(expr.replaceAll("$job", "freehold"));
  expect(isBroken, expr).toBe(false);
  expect(metrics.length, expr).toBeGreaterThan(0);
  expect(
    metrics.filter((name) => !series.has(name) && !given.has(name)),
    expr,
  ).toEqual([]);
}

describe("docs/grafana-dashboard.json", () => {
  test.each(dashboard.panels.map((panel) => [panel.title, panel] as const))(
    "%s asks for metrics that are there",
    (_title, panel) => {
      expect(panel.description).not.toBe("");
      expect(new Set(panel.targets.map(({ refId }) => refId)).size).toBe(panel.targets.length);
      for (const { expr } of panel.targets) check(expr);
    },
  );

  test("has what Grafana needs to take it in, and no panel over another", () => {
    expect(dashboard).toMatchObject({ uid: "freehold", schemaVersion: expect.any(Number) });
    expect(dashboard.templating.list.map(({ name }) => name)).toEqual(["datasource", "job"]);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(dashboard.panels.every(({ gridPos: { x, w } }) => x >= 0 && x + w <= 24)).toBe(true);
  });

  test("shows every metric that the node has", () => {
    const asked = new Set(
      dashboard.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => ask(expr).metrics)),
    );
    const base = (name: string) => name.replace(/_(bucket|sum|count)$/, "");
    const shown = new Set([...asked].map(base));
    expect([...series.keys()].map(base).filter((name) => !shown.has(name))).toEqual([]);
  });
});

describe("docs/alerts.yml", () => {
  test.each(alerts.map(({ name, expr }) => [name, expr] as const))(
    "%s asks for metrics that are there",
    (_name, expr) => {
      check(expr);
    },
  );

  test("is the list of docs/monitoring.md, which says what to do", () => {
    const rows = [...read("monitoring.md").matchAll(/^\| `(Freehold\w+)` \| (.+) \| (.+) \|$/gm)];
    expect(rows.map(([, name]) => name)).toEqual(alerts.map(({ name }) => name));
    expect(alerts.length).toBeGreaterThan(8);
  });
});

describe("labels", () => {
  test("are those of a short list, whatever is sent", async () => {
    const url = new URL("/", node.endpoint);
    for (let attempt = 0; attempt < 30; attempt += 1) {
      const path = `/${attempt}-${"x".repeat(attempt)}`;
      await fetch(new URL(path, url), { method: ["GET", "PATCH", "BREW"][attempt % 3] ?? "GET" }).catch(
        () => null,
      );
      await fetch(new URL(`/publications/${attempt}`, url));
      await node.ask(`{ attempt${attempt} }`);
    }
    const all = await Promise.all(
      (await (await fetch(new URL("/metrics", url))).text())
        .split("\n")
        .filter((line) => /^freehold_\w+\{/.test(line))
        .map((line) => line.replace(/ [^ ]+$/, "").replace(/,?le="[^"]*"/, "")),
    );
    expect(all.filter((line) => /attempt|xxx|127\.0\.0\.1/.test(line))).toEqual([]);
    const routes = new Set(
      all.map((line) => /route="([^"]*)"/.exec(line)?.[1]).filter((route) => route !== undefined),
    );
    expect(routes).toContain("none");
    expect(routes).toContain("/publications/:key");
    expect(routes.size).toBeLessThan(10);
  });
});
