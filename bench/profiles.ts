import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import type { Profiler } from "node:inspector";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../packages/node/test/support/free-port.ts";
import { load, render } from "./measure.ts";
import { print } from "./print.ts";
import { seedNode } from "./seed-node.ts";
import { publications, type Row, rowsOf } from "./serve.ts";
import { startNode } from "./start-node.ts";

const connections = 50;
const seconds = 3;
/** Shares below this one (0 to 1) are summed up. */
const least = 0.02;

/** What the processor does, by the function that runs and by its file. The first that fits counts. */
const kinds: readonly (readonly [string, RegExp])[] = [
  ["garbage collection", /^\(garbage collector\)/],
  ["writing to sockets", /^(writev|writeBuffer|write\w*String|shutdown) $/],
  ["recovery of the signer", /^Secp256k1Addon|secp256k1/],
  ["SQLite", /^(get|all|run|step|columns|exec) $/],
  ["JSON", /^(parse|stringify) $/],
  [
    "Node's HTTP",
    /^\S* node:(_http|internal\/http|internal\/stream|net|events|stream|url|querystring|internal\/url)/,
  ],
  ["promises and turns", /^(runMicrotasks|\S+ node:internal\/(process|timers|async))/],
  ["Fastify", /node_modules\/(fastify|@fastify|find-my-way|avvio|light-my-request|fast-|reusify)/],
  ["Kysely", /node_modules\/kysely/],
  ["GraphQL", /node_modules\/(graphql|@graphql)/],
  ["log", /node_modules\/(pino|sonic-boom|quick-format|safe-stable|thread-stream)/],
  ["WebAssembly", /wasm/],
];

/**
 * Prints for each path of `serve` what the processor is busy with, of all that the node does for an answer: shares of its
 * time by V8's profiler, and the microseconds of one answer.
 */
export async function benchProfiles({ rows: wanted = "" }: { rows?: string }): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "freehold-bench-"));
  const children: ChildProcess[] = [];
  try {
    const rows = rowsOf(await seedNode(folder, publications)).filter(({ name }) => name.includes(wanted));
    const inspectorPort = await freePort();
    const { port, pid } = await startNode(folder, children, {
      NODE_OPTIONS: `--inspect-port=127.0.0.1:${inspectorPort}`,
    });
    using profiler = await openProfiler(pid, inspectorPort);
    print(`\n${publications} posts, ${connections} connections: what an answer's time is spent on.\n`);
    for (const row of rows) await profile(row, port, profiler);
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  }
}

async function profile(row: Row, port: number, profiler: Inspector): Promise<void> {
  const order = { host: "127.0.0.1", port, requests: [render(row)], connections, status: row.status ?? 200 };
  await load({ ...order, seconds: 1 });
  await profiler.call("Profiler.start");
  const { good } = await load({ ...order, seconds });
  const { profile: taken } = await profiler.call<{ profile: Profiler.Profile }>("Profiler.stop");
  const times = timesOf(taken);
  const busy = [...times.values()].reduce((sum, time) => sum + time, 0);
  const [most, few] = [new Map<string, number>(), []] as [Map<string, number>, number[]];
  for (const [kind, time] of times) {
    if (time / busy < least) few.push(time);
    else most.set(kind, time);
  }
  const shares = [...most].sort(([, a], [, b]) => b - a).concat([["others", few.reduce((a, b) => a + b, 0)]]);
  const text = shares.map(([kind, time]) => `${kind} ${Math.round((time / busy) * 100)} %`).join(", ");
  print(`${row.name}: ${(busy / good).toFixed(0)} µs. ${text}.\n`);
}

/** Microseconds of each kind of work; idle time is none. */
function timesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Map<string, number> {
  const kindOf = new Map(nodes.map(({ id, callFrame }) => [id, nameKind(callFrame)]));
  const times = new Map<string, number>();
  for (const [at, id] of samples.entries()) {
    const kind = kindOf.get(id);
    if (kind) times.set(kind, (times.get(kind) ?? 0) + (timeDeltas[at] ?? 0));
  }
  return times;
}

/** @returns null for doing nothing */
function nameKind({ functionName, url }: { functionName: string; url: string }): string | null {
  if (functionName === "(idle)") return null;
  const kind = kinds.find(([, pattern]) => pattern.test(`${functionName} ${url}`));
  if (kind) return kind[0];
  const [, own] = /packages\/(.*)\/[^/]+$/.exec(url) ?? [];
  if (own) return own.replace("node/src/", "");
  const [, library] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  return library ?? (url.startsWith("node:") ? "Node's other modules" : "V8 and the system");
}

interface Inspector extends Disposable {
  call<Result>(method: string): Promise<Result>;
}

/** Opens the inspector of a process that runs. */
async function openProfiler(pid: number, port: number): Promise<Inspector> {
  process.kill(pid, "SIGUSR1");
  let address: string | undefined;
  for (let attempt = 0; address === undefined && attempt < 100; attempt += 1) {
    await pause(50);
    const targets = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => null);
    address = targets
      ? ((await targets.json()) as { webSocketDebuggerUrl: string }[])[0]?.webSocketDebuggerUrl
      : undefined;
  }
  if (address === undefined) throw new Error("The node's inspector did not open.");
  const socket = new WebSocket(address);
  await once(socket, "open");
  let last = 0;
  const inspector: Inspector = {
    async call<Result>(method: string) {
      last += 1;
      const id = last;
      socket.send(JSON.stringify({ id, method }));
      for (;;) {
        const [{ data }] = (await once(socket, "message")) as [MessageEvent<string>];
        const answer = JSON.parse(data) as { id?: number; result: Result };
        if (answer.id === id) return answer.result;
      }
    },
    [Symbol.dispose]: () => socket.close(),
  };
  await inspector.call("Profiler.enable");
  return inspector;
}
