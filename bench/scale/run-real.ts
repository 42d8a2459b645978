import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Address } from "@freehold/protocol";
import pg from "pg";
import type { Store } from "../../packages/node/src/store/database.ts";
import { openStore } from "../../packages/node/src/store/open-store.ts";
import { claimDue } from "../../packages/node/src/store/queues/claim-due.ts";
import { addPublicationForFollowers, fanOutPages } from "../../packages/node/src/store/queues/fan-out.ts";
import { nextDueAt } from "../../packages/node/src/store/queues/queue-rows.ts";
import { startPostgres } from "../../packages/node/test/support/lazy-postgres.ts";
import { createNodeProcess, type NodeProcess } from "../../packages/node/test/support/node-process.ts";
import { createTestNetwork } from "../../packages/node/test/support/test-network.ts";
import { childrenOf, findPostmaster, readCpu, readPostgresCpu } from "../processor-time.ts";
import { addFollowers, answering, type ServedFollowers, serveFollowers } from "../served-followers.ts";

/** The result of a real run. Times in ms; processor times are those of all processes of a kind together. */
export interface RealRun {
  /** When each follower was told, after the post. */
  readonly told: readonly number[];
  readonly workersCpuMs: number;
  /** Without V8's helper threads, which may have another processor. */
  readonly workersMainMs: number;
  readonly postgresCpuMs: number;
  readonly followersCpuMs: number;
  /** The share of the time in which a worker had a processor while it wanted one: 0 to 1. */
  readonly share: number;
  /** PostgreSQL's own count. */
  readonly transactions: number;
  readonly rowsWritten: number;
  /** PostgreSQL's processor time for a query for due rows that finds none. */
  readonly lookMs: number;
  /** The processor time of the worker and of PostgreSQL for a page of rows. */
  readonly pageMs: number;
  /** PostgreSQL's processor time for claiming one row. */
  readonly claimMs: number;
}

/** Deliveries before the measured ones, because code costs more before V8 has compiled it. */
const warmUp = 10_000;
const looks = 2_000;
const pages = 20;
const claims = 100;

/**
 * Lets a web process publish to followers on this machine, each with its own server, and lets worker processes notify them over
 * PostgreSQL. Earlier posts warm up all processes.
 */
export async function runReal({
  followers,
  workers,
}: {
  followers: number;
  workers: number;
}): Promise<RealRun> {
  await using resources = new AsyncDisposableStack();
  const network = resources.use(await createTestNetwork());
  const postgres = await startPostgres();
  resources.defer(() => postgres.stop());
  const settings = { DATABASE_URL: postgres.url };
  const web = resources.use(await createNodeProcess(network, { ...settings, FREEHOLD_ROLE: "web" }));
  await web.start();
  await web.order({ do: "install", url: web.url, title: "A publisher" });
  const served = resources.use(await serveFollowers(network, answering(followers)));
  const database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  resources.defer(() => database.end());
  const postmaster = await findPostmaster(postgres.url);
  await using store = await openStore({ dataDir: web.dataDir, databaseUrl: postgres.url });
  const urls = served.ports.map((port) => `https://127.0.0.1:${port}`);
  await addFollowers(store, web.owner, urls);
  await database.query("vacuum analyze");
  const all: NodeProcess[] = [];
  const pids: number[] = [];
  for (let count = 0; count < workers; count += 1) {
    const same = { FREEHOLD_URL: web.url, FREEHOLD_ROLE: "worker" };
    const worker = resources.use(await createNodeProcess(network, { ...settings, ...same }));
    const others = childrenOf(process.pid);
    await worker.start();
    pids.push(...childrenOf(process.pid).filter((pid) => !others.includes(pid)));
    all.push(worker);
  }
  const cpuOfWorkers = async () => {
    const times = await Promise.all(all.map((worker) => worker.order({ do: "cpu" })));
    return times.reduce<number>((sum, ms) => sum + Number(ms), 0);
  };
  for (let told = 0; told < warmUp; told += followers) await publish(web, served);
  await Promise.all(all.map((worker) => worker.order({ do: "settle" })));

  const scheduledBefore = readSchedule(pids);
  const [before, workersBefore] = [
    await readCounts(database, postmaster, served.child),
    await cpuOfWorkers(),
  ];
  const told = await publish(web, served);
  const scheduled = readSchedule(pids);
  await Promise.all(all.map((worker) => worker.order({ do: "settle" })));
  const [after, workersAfter] = [await readCounts(database, postmaster, served.child), await cpuOfWorkers()];

  await Promise.all(all.map((worker) => worker.kill()));
  const costs = await measureQueries(store, web.owner, postmaster);
  return {
    told,
    share: shareBetween(scheduledBefore, scheduled),
    workersCpuMs: workersAfter - workersBefore,
    workersMainMs: (scheduled.ran - scheduledBefore.ran) / 1_000_000,
    postgresCpuMs: after.postgresCpuMs - before.postgresCpuMs,
    followersCpuMs: after.followersCpuMs - before.followersCpuMs,
    transactions: after.transactions - before.transactions,
    rowsWritten: after.rowsWritten - before.rowsWritten,
    ...costs,
  };
}

/** Measures what a query for due rows, a page of rows and a claim cost when nothing else runs. */
async function measureQueries(store: Store, self: Address, postmaster: number) {
  const beforeLooks = readPostgresCpu(postmaster);
  for (let count = 0; count < looks; count += 1) await nextDueAt(store.db, "outbox");
  const afterLooks = readPostgresCpu(postmaster);
  const own = process.cpuUsage();
  for (let page = 0; page < pages; page += 1) {
    const message = {
      self,
      publicationId: 1_000_000 + page,
      now: Date.now(),
      expiresAt: Date.now() + 60_000,
    };
    await store.transaction((tx) => addPublicationForFollowers(tx, message, fanOutPages.usual));
  }
  const { user, system } = process.cpuUsage(own);
  const pagesMs = readPostgresCpu(postmaster) - afterLooks + (user + system) / 1_000;
  const beforeClaims = readPostgresCpu(postmaster);
  const claim = {
    leaseMs: 60_000,
    workerId: "none",
    limit: 64,
    busy: new Map<string, number>(),
    shareOf: () => 48,
  };
  let claimed = 0;
  for (let count = 0; count < claims; count += 1) {
    const rows = await store.transaction((tx) => claimDue(tx, "outbox", { ...claim, now: Date.now() }));
    claimed += rows.length;
  }
  const claimMs = (readPostgresCpu(postmaster) - beforeClaims) / claimed;
  return { lookMs: (afterLooks - beforeLooks) / looks, pageMs: pagesMs / pages, claimMs };
}

/** @returns when each follower was told, after the order to publish (ms) */
async function publish(web: NodeProcess, served: ServedFollowers): Promise<number[]> {
  const told = served.untilTold();
  const began = Date.now();
  await web.publish("# A post\n\nTo everybody.");
  return (await told).map((at) => at - began);
}

async function readCounts(database: pg.Client, postmaster: number, followers: ChildProcess) {
  await database.query("select pg_stat_force_next_flush()").catch(() => null);
  const { rows } = await database.query<{ commits: string; rows: string }>(
    `select xact_commit as commits, tup_inserted + tup_updated + tup_deleted as rows
     from pg_stat_database where datname = current_database()`,
  );
  return {
    transactions: Number(rows[0]?.commits),
    rowsWritten: Number(rows[0]?.rows),
    postgresCpuMs: readPostgresCpu(postmaster),
    followersCpuMs: readCpu(followers.pid ?? 0),
  };
}

/** How long the main threads of processes ran, and how long they waited for a processor. */
function readSchedule(pids: readonly number[]): { ran: number; waited: number } {
  const all = pids.map((pid) =>
    readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ").map(Number),
  );
  const sum = (field: number) => all.reduce((total, fields) => total + (fields[field] ?? 0), 0);
  return { ran: sum(0), waited: sum(1) };
}

function shareBetween(
  before: ReturnType<typeof readSchedule>,
  after: ReturnType<typeof readSchedule>,
): number {
  const ran = after.ran - before.ran;
  return ran / (ran + after.waited - before.waited);
}
