import "../../support/load-modules.ts";
import { subscribe } from "node:diagnostics_channel";
import { readdir } from "node:fs/promises";
import { flushCompileCache } from "node:module";
import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { FastifyInstance } from "fastify";
import { readConfig, readEnvironment } from "../../../src/config/config.ts";
import type { Log } from "../../../src/context.ts";
import { createSigner } from "../../../src/domain/access/signer.ts";
import { startNode } from "../../../src/start.ts";
import { obeyOrders } from "../../support/child-process.ts";
import { fillNode } from "./fill-node.ts";
import { guardedState } from "./guarded-state.ts";
import type { Inventory } from "./inventory.ts";
import { endImport, makeRoom } from "./make-room.ts";

/** Failures of the process of which no reply tells. */
export interface Trouble {
  readonly kind: "logged" | "unhandled";
  readonly text: string;
}

/** The memory and the handles that a process holds once all garbage is gone. */
export interface Holdings {
  readonly rss: number;
  readonly live: number;
  readonly timers: number;
  readonly descriptors: number;
}

export type Order = { readonly id: number } & (
  | { readonly do: "inventory" }
  | { readonly do: "guarded" }
  | { readonly do: "troubles" }
  | { readonly do: "open" }
  | { readonly do: "ended" }
  | { readonly do: "holdings" }
);

const openTimeoutMs = 10_000;
const openPauseMs = 50;

/**
 * A whole node in a process of its own, for generated requests: it reports what it notes beside its replies to the
 * parent. Settings come from the environment; TEST_PRIVATE_KEY is the owner's, TEST_FILL whether it is installed.
 */
const environment = readEnvironment();
const signer = createSigner(Buffer.from(environment.TEST_PRIVATE_KEY ?? "", "hex"));
const troubles: Trouble[] = [];
const routes: string[] = [];
const outcomes: Record<string, number> = {};

subscribe("fastify.initialization", (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook("onRoute", ({ method, url }) => {
    for (const one of [method].flat()) routes.push(`${one} ${url}`);
  });
});
process.on("unhandledRejection", (error) => note("unhandled", error));
process.on("uncaughtException", (error) => note("unhandled", error));

function note(kind: Trouble["kind"], error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (troubles.length < 100) troubles.push({ kind, text });
}

const log: Log = {
  debug() {},
  info() {},
  warn() {},
  error(fields, sentence) {
    const { err, error = err } = fields as { err?: unknown; error?: unknown };
    note("logged", `${sentence}: ${error instanceof Error ? error.stack : JSON.stringify(fields)}`);
  },
};

const node = await startNode(readConfig(environment), log);
// A process that is killed writes it at no other time.
flushCompileCache();
const isInstalled = environment.TEST_FILL === "true";

async function obey(order: Order): Promise<unknown> {
  switch (order.do) {
    case "inventory":
      await noteOutcomes();
      return { ...(await fillNode(node.context, { signer, isInstalled })), routes } satisfies Inventory;
    case "guarded":
      return await guardedState(node.context);
    case "troubles":
      return troubles.splice(0);
    case "open":
      return await countOpen();
    case "ended":
      await noteOutcomes();
      return { ...outcomes, ...(await readEnded()) };
    case "holdings":
      return await measure();
  }
}

async function noteOutcomes(): Promise<void> {
  if (!isInstalled) return;
  await endImport(node.context);
  for (const [name, count] of Object.entries(await makeRoom(node.context)))
    outcomes[name] = (outcomes[name] ?? 0) + count;
}

const readMetrics = async () => await (await fetch(`http://127.0.0.1:${node.address?.port}/metrics`)).text();

/** How rows of queues ended since the start. */
async function readEnded(): Promise<Record<string, number>> {
  const found = (await readMetrics()).matchAll(/^freehold_queue_rows_ended_total\{(.*)\} (\d+)$/gm);
  return Object.fromEntries([...found].map(([, labels = "", count]) => [labels, Number(count)]));
}

/** Requests that are still worked on some time after the last one was sent. */
async function countOpen(): Promise<number> {
  for (let left = openTimeoutMs / openPauseMs; ; left -= 1) {
    // This question is one of them.
    const open = Number(/^freehold_http_requests_open (\d+)$/m.exec(await readMetrics())?.[1]) - 1;
    if (open === 0 || left <= 0) return open;
    await pause(openPauseMs);
  }
}

async function measure(): Promise<Holdings> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  for (let round = 0; round < 3; round += 1) {
    collect();
    await pause(100);
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  const timers = process.getActiveResourcesInfo().filter((type) => type === "Timeout").length;
  // The one that reads the folder is counted as well.
  const descriptors = (await readdir("/proc/self/fd")).length - 1;
  return { rss, live: heapUsed + external, timers, descriptors };
}

obeyOrders(obey);
process.once("SIGTERM", () => void node.stop().then(() => process.disconnect()));
process.send?.({ ready: true });
