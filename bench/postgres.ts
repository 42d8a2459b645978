import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../packages/node/test/support/lazy-postgres.ts";
import { measureInTurns } from "./measure.ts";
import { print } from "./print.ts";
import { addFigure, printHeads } from "./report.ts";
import { seedNode } from "./seed-node.ts";
import { startNode } from "./start-node.ts";

const publications = 300;

/** Public reads of a node on PostgreSQL beside those of a node on SQLite, of which they must reach 0.9. */
export async function benchPostgres(): Promise<void> {
  await using resources = new AsyncDisposableStack();
  const children: ChildProcess[] = [];
  resources.defer(() => {
    for (const child of children) child.kill("SIGKILL");
  });
  const server = await startPostgres();
  resources.defer(() => server.stop());
  const start = async (env: Record<string, string>) => {
    const folder = await mkdtemp(join(tmpdir(), "freehold-bench-"));
    resources.defer(() => rm(folder, { recursive: true, force: true }));
    const seeded = await seedNode(folder, publications, env);
    return { ...seeded, ...(await startNode(folder, children, env)) };
  };
  const sqlite = await start({});
  const postgres = await start({ DATABASE_URL: server.url });
  print(`\n${publications} posts, 50 connections, medians of 5 rounds; answers a second.\n`);
  printHeads("p99 ms");
  const rows: [string, (node: typeof sqlite) => string][] = [
    ["profile", () => "/ewp/profile"],
    ["index, page 1", () => "/ewp/publications?limit=100"],
    ["contents, Markdown", ({ post }) => `/ewp/contents/${post}`],
    ["contents, picture", ({ picture }) => `/ewp/contents/${picture}`],
    ["page /", () => "/"],
    ["page of a post", ({ slug }) => `/slug/${slug}`],
    ["feed", () => "/feed.xml"],
  ];
  for (const [name, pathOf] of rows) {
    const targets = [postgres, sqlite].map((node) => ({ port: node.port, call: { path: pathOf(node) } }));
    const [node, floor] = await measureInTurns(targets);
    if (!node || !floor) continue;
    const [{ rate, p99 }, bare] = [node, floor.rate];
    addFigure({
      name: `postgres: ${name}`,
      node: rate,
      floor: bare,
      ratio: rate / bare,
      least: 0.9,
      more: { p99: p99.toFixed(1) },
    });
  }
}
