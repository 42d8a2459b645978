import { setTimeout as pause } from "node:timers/promises";
import type { Address } from "@freehold/protocol";
import { openStore } from "../packages/node/src/store/open-store.ts";
import { continueFanOut } from "../packages/node/src/store/queues/fan-out.ts";
import { startPostgres } from "../packages/node/test/support/lazy-postgres.ts";
import { createNodeProcess, type NodeProcess } from "../packages/node/test/support/node-process.ts";
import { createTestNetwork, type TestNetwork } from "../packages/node/test/support/test-network.ts";
import { median } from "./measure.ts";
import { print } from "./print.ts";
import { findPostmaster, readPostgresCpu } from "./processor-time.ts";
import { startBareClient } from "./pull.ts";
import { addFollowers, answering, type ServedFollowers, serveFollowers, spanOf } from "./served-followers.ts";

const followers = 10_000;
/** The number of hosts; each serves five hundred followers. */
const hosts = 20;
const workers = [1, 2, 4];
const rounds = 3;
/** Calls side by side in all and to one server, as in a node. */
const [parallel, connections] = [64, 6];
/** How much longer the answer may take than without followers (ms). */
const mostMore = 50;

/**
 * Measures a publication with many followers: how much longer its signature takes than without followers, how long a process
 * takes to queue the deliveries, and how fast 1, 2 and 4 workers on PostgreSQL notify ten thousand followers on this machine,
 * compared with one bare undici client.
 */
export async function benchManyFollowers({ short = false }: { short?: boolean }): Promise<void> {
  await using network = await createTestNetwork();
  await measureWorkers(network, short ? 1 : rounds);
  const server = await startPostgres();
  try {
    await measureAnswers(network, { sqlite: null, postgres: server.url });
  } finally {
    await server.stop();
  }
}

interface Database {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
}

async function measureAnswers(
  network: TestNetwork,
  databases: Readonly<Record<string, string | null>>,
): Promise<void> {
  print(
    `\nA signed publication: its answer, medians of 9; then its followers are queued, by one process.\n\n`,
  );
  print(row("", "followers", "answer ms", "more ms", "queued in s", "rows/s", "MiB more"));
  for (const [name, databaseUrl] of Object.entries(databases)) {
    await using node = await createNodeProcess(network, {
      FREEHOLD_ROLE: "web",
      ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    });
    await node.start();
    await node.order({ do: "install", url: node.url, title: "A publisher" });
    const database = { dataDir: node.dataDir, databaseUrl };
    let alone = 0;
    let have = 0;
    for (const count of [0, followers, 10 * followers]) {
      await follow(database, node.owner, have, count, (index) => `https://host${index}.example`);
      have = count;
      const times: number[] = [];
      for (let round = 0; round < 10; round += 1) {
        const began = performance.now();
        await node.publish(`# To ${count}, ${round}`);
        if (round > 0) times.push(performance.now() - began);
      }
      const ms = median(times);
      if (count === 0) alone = ms;
      if (ms - alone > mostMore) process.exitCode = 1;
      const { seconds, rows, mebi } = await queueAll(database);
      const queued =
        rows === 0 ? ["", "", ""] : [seconds.toFixed(2), Math.round(rows / seconds), mebi.toFixed(0)];
      print(row(name, count, ms.toFixed(1), (ms - alone).toFixed(1), ...queued));
    }
  }
}

/** Does the job of the newest publication without a pause, and deletes the jobs of the others. */
async function queueAll(database: Database): Promise<{ seconds: number; rows: number; mebi: number }> {
  await using store = await openStore(database);
  const [job] = await store.db
    .selectFrom("jobs")
    .select("id")
    .where("kind", "=", "fan-out")
    .orderBy("id", "desc")
    .limit(1)
    .execute();
  if (!job) return { seconds: 0, rows: 0, mebi: 0 };
  const before = await countRows();
  const [memory, began] = [process.memoryUsage().rss, performance.now()];
  let most = memory;
  for (let isMore = true; isMore; ) {
    isMore = await store.transaction((tx) => continueFanOut(tx, job.id, Date.now()));
    most = Math.max(most, process.memoryUsage().rss);
  }
  const seconds = (performance.now() - began) / 1000;
  const rows = (await countRows()) - before;
  await store.transaction((tx) => tx.deleteFrom("jobs").execute());
  return { seconds, rows, mebi: (most - memory) / 1_048_576 };

  async function countRows(): Promise<number> {
    const { count } = await store.db
      .selectFrom("outbox")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return count;
  }
}

async function measureWorkers(network: TestNetwork, rounds: number): Promise<void> {
  print(
    `\n${followers} followers at ${hosts} hosts on this machine, from the first to the last, medians of ${rounds}.\n\n`,
  );
  print(
    "The followers' server, PostgreSQL and workers share the processors, the bare client only with that server.\n",
  );
  print("Processor time for one, in µs: of all workers, of PostgreSQL, of the bare client.\n\n");
  print(row("workers", "seconds", "a second", "bare s", "of bare", "workers µs", "database µs", "bare µs"));
  using client = startBareClient();
  using served = await serveFollowers(network, answering(hosts));
  const urlOf = (index: number) => `https://127.0.0.1:${served.ports[index % hosts]}/${index}`;
  for (const count of workers) {
    const server = await startPostgres();
    try {
      await measure(network, { served, client, count, urlOf, rounds, databaseUrl: server.url });
    } finally {
      await server.stop();
    }
  }
}

interface Bench {
  readonly served: ServedFollowers;
  readonly client: ReturnType<typeof startBareClient>;
  readonly count: number;
  readonly rounds: number;
  readonly urlOf: (index: number) => string;
  readonly databaseUrl: string;
}

async function measure(
  network: TestNetwork,
  { served, client, count, rounds, urlOf, databaseUrl }: Bench,
): Promise<void> {
  await using resources = new AsyncDisposableStack();
  const start = async (role: string) => {
    const settings = { DATABASE_URL: databaseUrl, FREEHOLD_ROLE: role };
    const node = resources.use(await createNodeProcess(network, settings));
    await node.start();
    return node;
  };
  const node = await start("web");
  await node.order({ do: "install", url: node.url, title: "A publisher" });
  await follow({ dataDir: node.dataDir, databaseUrl }, node.owner, 0, followers, urlOf);
  const all: NodeProcess[] = [];
  for (let index = 0; index < count; index += 1) all.push(await start("worker"));
  const postmaster = await findPostmaster(databaseUrl);
  const readCpus = async () => {
    const times = await Promise.all(all.map((worker) => worker.order({ do: "cpu" })));
    return {
      workers: times.reduce<number>((sum, ms) => sum + Number(ms), 0),
      database: readPostgresCpu(postmaster),
    };
  };
  const [ours, theirs]: [number[], number[]] = [[], []];
  const cpus: { workers: number[]; database: number[]; bare: number[] } = {
    workers: [],
    database: [],
    bare: [],
  };
  // The first round warms up both programs.
  for (let round = 0; round <= rounds; round += 1) {
    const before = await readCpus();
    const told = served.untilTold(followers);
    await node.publish(`# Round ${round}`);
    ours.push(spanOf(await told));
    await pause(2_000);
    const after = await readCpus();
    cpus.workers.push(after.workers - before.workers);
    cpus.database.push(after.database - before.database);
    const urls = Array.from({ length: followers }, (_, index) => `${urlOf(index)}/ewp/publications`);
    const posted = served.untilTold(followers);
    const { cpuMs } = await client.call({
      ca: network.authority,
      urls,
      parallel,
      connections,
      body: "x".repeat(600),
    });
    theirs.push(spanOf(await posted));
    cpus.bare.push(cpuMs);
    await pause(2_000);
  }
  const [mine, bare] = [median(ours.slice(1)), median(theirs.slice(1))];
  const rate = Math.round((followers / mine) * 1000);
  const times = [cpus.workers, cpus.database, cpus.bare].map((ms) =>
    Math.round((median(ms.slice(1)) / followers) * 1000),
  );
  print(
    row(count, (mine / 1000).toFixed(2), rate, (bare / 1000).toFixed(2), (bare / mine).toFixed(2), ...times),
  );
}

async function follow(
  database: Database,
  followee: Address,
  from: number,
  to: number,
  urlOf: (index: number) => string,
): Promise<void> {
  await using store = await openStore(database);
  const urls = Array.from({ length: to - from }, (_, index) => urlOf(from + index));
  await addFollowers(store, followee, urls, from);
}

function row(...cells: (string | number)[]): string {
  return `${cells.map((cell) => String(cell).padStart(12)).join("")}\n`;
}
