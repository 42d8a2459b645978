import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../packages/node/test/support/lazy-postgres.ts";
import {
  openPostgresActivity,
  type PostgresActivity,
} from "../packages/node/test/support/postgres-activity.ts";
import { load, median, render } from "./measure.ts";
import { print } from "./print.ts";
import { addFigure, printHeads } from "./report.ts";
import { seedNode } from "./seed-node.ts";
import { readCpu, startNode } from "./start-node.ts";

const publications = 300;
const rounds = 7;
const [warmUpSeconds, seconds, connections] = [1, 1, 50];

/**
 * Public reads of a node on PostgreSQL beside those of a node on SQLite, of which they must reach 0.9, by processor time, in turns.
 * The last columns are how many connections asked PostgreSQL anything meanwhile, and while that node was at rest: queues look for
 * rows every ten seconds. For prepared answers no more may.
 */
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
  const nodes = [await start({ DATABASE_URL: server.url }), await start({})];
  const activity = resources.use(await openPostgresActivity(server.url));
  print(
    `\n${publications} posts, ${connections} connections, medians of ${rounds} rounds; answers in a second of processor time.\n`,
  );
  printHeads("asked", "at rest");
  const rows: [string, (node: (typeof nodes)[number]) => string][] = [
    ["profile", () => "/ewp/profile"],
    ["index, page 1", () => "/ewp/publications?limit=100"],
    ["contents, Markdown", ({ post }) => `/ewp/contents/${post}`],
    ["contents, picture", ({ picture }) => `/ewp/contents/${picture}`],
    ["page /", () => "/"],
    ["page of a post", ({ slug }) => `/slug/${slug}`],
    ["feed", () => "/feed.xml"],
    ["archive", () => "/archive"],
    ["sitemap", () => "/sitemap.xml"],
  ];
  for (const [name, pathOf] of rows) {
    const targets = nodes.map((node) => ({ ...node, path: pathOf(node) }));
    await compare(name, targets, activity);
  }
}

interface Target {
  readonly port: number;
  readonly pid: number;
  readonly path: string;
}

async function compare(name: string, targets: readonly Target[], activity: PostgresActivity): Promise<void> {
  const rates = targets.map((): number[] => []);
  const asked = [0, 0] as [number, number];
  for (const target of targets) await measure(target, warmUpSeconds);
  for (let round = 0; round < rounds; round += 1) {
    for (const [which, target] of targets.entries()) {
      const began = await activity.now();
      rates[which]?.push(await measure(target, seconds));
      asked[which === 0 ? 0 : 1] += await activity.countAsking(began);
    }
  }
  const [postgres = [], sqlite = []] = rates;
  // Round by round, so that what the machine does meanwhile is on both sides.
  const ratio = median(postgres.map((rate, round) => rate / (sqlite[round] ?? 0)));
  const [node, floor] = [median(postgres), median(sqlite)];
  addFigure({
    name: `postgres: ${name}`,
    node,
    floor,
    ratio,
    least: 0.9,
    more: { asked: asked[0], atRest: asked[1] },
  });
}

/** @returns answers in a second of the node's processor time */
async function measure({ port, pid, path }: Target, seconds: number): Promise<number> {
  const before = readCpu(pid);
  const order = { port, requests: [render({ path })], connections, status: 200, seconds };
  const { good, failed, failedWith } = await load(order);
  if (failed > 0) throw new Error(`${path}: ${failed} answers failed, the last with ${failedWith}.`);
  return (good / (readCpu(pid) - before)) * 1e9;
}
