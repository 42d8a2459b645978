import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../packages/node/src/store/open-store.ts";
import { startPostgres } from "../packages/node/test/support/lazy-postgres.ts";
import { freehold, nodeFlags } from "../packages/node/test/support/node-flags.ts";
import { print } from "./print.ts";
import { seedLarge } from "./seed-large.ts";
import { startNode } from "./start-node.ts";

const posts = 100_000;
/** The number of rows that change between the copy and the stop. */
const changed = 1_000;
const highestMs = 10_000;

/**
 * Moves a node with 100,000 posts from SQLite to PostgreSQL, by the command: the copy while the node runs, the change of a
 * thousand rows, the stop, and the last step. What counts is how long the node could not run: at most ten seconds, without its
 * own stop and start.
 */
export async function benchMigration(): Promise<void> {
  await using resources = new AsyncDisposableStack();
  const children: ChildProcess[] = [];
  resources.defer(() => {
    for (const child of children) child.kill("SIGKILL");
  });
  const server = await startPostgres();
  resources.defer(() => server.stop());
  const dataDir = await mkdtemp(join(tmpdir(), "freehold-bench-"));
  resources.defer(() => rm(dataDir, { recursive: true, force: true }));
  await seedLarge(dataDir, posts);
  await startNode(dataDir, children);
  const [node] = children;
  const copied = await move(dataDir, server.url);
  print(`\n${posts} posts: copied and read back in ${seconds(copied.ms)} while the node ran.\n`);
  await change(dataDir);
  node?.kill("SIGTERM");
  if (node?.exitCode === null) await once(node, "exit");
  const moved = await move(dataDir, server.url);
  if (moved.code !== 0) throw new Error(moved.out);
  const { standstillMs } = JSON.parse(moved.out) as { standstillMs: number };
  print(`${changed} rows changed meanwhile. The node could not run for ${seconds(standstillMs)}; `);
  print(`the command took ${seconds(moved.ms)} from its start to its end. ${moved.out}`);
  const began = performance.now();
  await startNode(dataDir, children, { DATABASE_URL: server.url });
  print(`On PostgreSQL it was up and at rest ${seconds(performance.now() - began)} later.\n`);
  if (standstillMs > highestMs) process.exitCode = 1;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

async function move(dataDir: string, url: string): Promise<{ code: number; ms: number; out: string }> {
  const began = performance.now();
  const args = [...nodeFlags, freehold, "migrate-database", `sqlite:${dataDir}`, url, "--json"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  const [code] = await once(child, "close");
  return { code: Number(code), ms: performance.now() - began, out };
}

/** Changes posts while the node runs, as its owner would. */
async function change(dataDir: string): Promise<void> {
  await using store = await openStore({ dataDir, databaseUrl: null });
  await store.transaction((tx) =>
    tx.updateTable("publications").set({ excerpt: "Changed" }).where("id", "<=", changed).execute(),
  );
}
