import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { BenchNode } from "../bench/faults/support/bench-node.ts";
import { type OperationName, tryOperation } from "../bench/faults/support/operations.ts";
import { createTestNetwork } from "../bench/faults/support/test-network.ts";
import { openWorkspace } from "../bench/faults/support/workspace.ts";
import { endChild, isListening } from "../packages/node/test/support/child-process.ts";
import { freePort } from "../packages/node/test/support/free-port.ts";
import { startPostgres } from "../packages/node/test/support/lazy-postgres.ts";
import { freehold } from "../packages/node/test/support/node-flags.ts";
import { openPostgresActivity } from "../packages/node/test/support/postgres-activity.ts";

/**
 * Runs nodes on PostgreSQL behind PgBouncer in transaction mode, from Debian:
 *
 *   apt-get install --no-install-recommends pgbouncer
 *   npx node scripts/try-pgbouncer.ts
 *
 * A node that has only the pooler's address must refuse to start with a clear message; with PostgreSQL's own address it must work.
 */
const poolSize = 4;
await using resources = new AsyncDisposableStack();
const workspace = resources.use(await openWorkspace());
const server = await startPostgres();
resources.defer(() => server.stop());
const ignoring = "ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout,options";

const failures: string[] = [];
const expect = (what: string, holds: boolean, found: unknown = "") => {
  process.stdout.write(`${holds ? "ok    " : "FAILED"} ${what}${holds ? "" : `: ${found}`}\n`);
  if (!holds) failures.push(what);
};

for (const [name, setting] of [["strict", ""] as const, ["lenient", ignoring] as const]) {
  await using pooler = await startPgbouncer(setting);
  const { url } = pooler;
  for (const settings of [{ DATABASE_URL: url }, { DATABASE_URL: url, DATABASE_DIRECT_URL: url }]) {
    const named = settings.DATABASE_DIRECT_URL ? "DATABASE_DIRECT_URL" : "DATABASE_URL";
    for (const command of ["start", "doctor"]) {
      const { code, printed } = await run(command, settings);
      const isSaid = code !== 0 && printed.includes(`${named} leads through a pooler`);
      expect(`${command} refuses a ${name} pooler as ${named}`, isSaid, `${code} ${printed}`);
    }
  }
}

const pooler = resources.use(await startPgbouncer(""));
const settings = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: server.url };
const network = await createTestNetwork(workspace, {
  node: async (name) => ({ settings: name === "publisher" ? { ...settings, FREEHOLD_ROLE: "web" } : {} }),
});
const worker = resources.use(await startWorker(network.publisher.node));
const wanted: readonly OperationName[] = [
  "publish",
  "publish",
  "upload",
  "draft",
  "comment",
  "rename",
  "destroy",
];
let done = 0;
for (let round = 0; round < 105; round += 1) {
  const name = wanted[round % wanted.length] as OperationName;
  const acting = { network, random: Math.random, text: `Text ${round}` };
  if ((await tryOperation(name, acting)) === "done") done += 1;
}
expect("105 operations of an owner are done", done === 105, done);
const broken = await network.check();
expect("the followers have everything, once", broken.length === 0, broken.join("\n"));
await using activity = await openPostgresActivity(server.url);
const sessions = await activity.countByName();
expect(
  "web and worker have two lasting sessions each, and share the pool",
  sessions.get("freehold hold") === 2 &&
    sessions.get("freehold listen") === 2 &&
    (sessions.get("freehold") ?? 0) <= poolSize,
  JSON.stringify([...sessions]),
);
const reads = await Promise.all(
  Array.from({ length: 200 }, () => workspace.call(`${network.publisher.node.url}/ewp/profile`)),
);
expect(
  "200 reads at a time are answered",
  reads.every(({ status }) => status === 200),
);
await worker.stop();
process.exitCode = failures.length === 0 ? 0 : 1;

function urlAt(port: number): string {
  const url = new URL(server.url);
  url.port = String(port);
  return url.href;
}

async function startPgbouncer(setting: string): Promise<AsyncDisposable & { readonly url: string }> {
  const port = await freePort();
  const { hostname, port: target, username, password } = new URL(server.url);
  const file = join(workspace.folder, `pgbouncer-${port}.ini`);
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${target} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 200
${setting}
`,
  );
  // PgBouncer refuses to run as root.
  const asOther = process.getuid?.() === 0 ? ["-u", "postgres"] : [];
  const child = spawn("pgbouncer", ["-q", ...asOther, file], { stdio: ["ignore", "ignore", "inherit"] });
  const pooler = { url: urlAt(port), [Symbol.asyncDispose]: () => endChild(child, "SIGKILL") };
  for (let left = 50; !(await isListening(port)); left -= 1) {
    if (left === 0) throw new Error("PgBouncer does not answer.");
    await pause(100);
  }
  return pooler;
}

async function run(command: string, env: Record<string, string>): Promise<{ code: number; printed: string }> {
  const child = spawn(process.execPath, [freehold, command], {
    env: {
      PATH: process.env.PATH,
      FREEHOLD_DATA: join(workspace.folder, "refused"),
      FREEHOLD_PORT: "0",
      ...env,
    },
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text) => {
      printed += text;
    });
  }
  const timer = setTimeout(() => child.kill("SIGKILL"), 60_000);
  const [code] = await once(child, "close");
  clearTimeout(timer);
  return { code: code ?? -1, printed };
}

/** A worker of the publisher, on its data. */
async function startWorker({ dataDir, url }: BenchNode): Promise<BenchNode> {
  const worker = await workspace.node("worker", {
    settings: { ...settings, FREEHOLD_ROLE: "worker", FREEHOLD_URL: url },
    dataDir,
  });
  const outcome = await worker.start();
  if (outcome !== "listening") throw new Error(worker.log());
  return worker;
}
