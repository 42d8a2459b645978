import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { CallsOrder, CallsReport } from "../packages/node/test/support/bare-client.ts";
import { createNodeProcess } from "../packages/node/test/support/node-process.ts";
import { createTestNetwork, type TestNetwork } from "../packages/node/test/support/test-network.ts";
import { median } from "./measure.ts";
import { print } from "./print.ts";
import type { PublisherOrder, PublisherReport } from "./publisher-server.ts";

const posts = 3_000;
const rounds = 5;
const bytes = 700;
/** As many as the node opens to one other node. */
const connections = 6;
/** What must be reached: posts a second. */
const least = 1_200;

/** Posts a second, and processor time of one (µs). */
interface Rate {
  rate: number;
  cpuUs: number;
}

/**
 * A new node follows a publisher with 3,000 posts and pulls them all, beside what the same run allows: bare undici calls for
 * the same contents over as many connections, and bare rows, a batch in one commit.
 */
export async function benchPulls(): Promise<void> {
  print(`\nA node follows a publisher with ${posts} posts of ${bytes / 1000} kB and pulls them all.`);
  print(`Posts a second, and microseconds of processor time for one.\n`);
  await using network = await createTestNetwork();
  using client = startBareClient();
  const publisher = await startPublisher(network);
  try {
    print(line(["", "node", "cpu", "fetch", "cpu", "store", "cpu", "node/fetch"]));
    const all: Array<readonly Rate[]> = [];
    for (let round = 1; round <= rounds; round += 1) {
      const rates = [
        await pull(network, publisher),
        await fetchAll(network, publisher, client),
        await store(),
      ];
      all.push(rates);
      printRates(`round ${round}`, rates);
    }
    const medians = [0, 1, 2].map((index) => ({
      rate: median(all.map((rates) => rates[index]?.rate ?? 0)),
      cpuUs: median(all.map((rates) => rates[index]?.cpuUs ?? 0)),
    }));
    printRates("median", medians);
    print(`${"".padEnd(12)}${`≥ ${least}`.padStart(12)}`);
    if ((medians[0]?.rate ?? 0) < least) process.exitCode = 1;
  } finally {
    publisher.child.kill("SIGKILL");
  }
}

function printRates(name: string, rates: readonly Rate[]): void {
  const ratio = (rates[0]?.rate ?? 0) / (rates[1]?.rate ?? 1);
  const cells = rates.flatMap(({ rate, cpuUs }) => [Math.round(rate), Math.round(cpuUs)]);
  print(line([name, ...cells, ratio.toFixed(2)]));
}

const line = ([name = "", ...cells]: readonly (string | number)[]) =>
  String(name).padEnd(12) + cells.map((cell) => String(cell).padStart(12)).join("");

type Publisher = PublisherReport & { child: ChildProcess };

async function startPublisher({ certificate }: TestNetwork): Promise<Publisher> {
  const child = fork(join(import.meta.dirname, "publisher-server.ts"));
  const privateKey = randomBytes(32).toString("hex");
  child.send({ ...certificate, privateKey, posts } satisfies PublisherOrder);
  const [report] = (await once(child, "message")) as [PublisherReport];
  return { ...report, child };
}

async function pull(network: TestNetwork, { port }: Publisher): Promise<Rate> {
  await using node = await createNodeProcess(network);
  await node.start();
  await node.order({ do: "install", url: node.url, title: "A reader" });
  await node.order({ do: "settle" });
  const cpu = (await node.order({ do: "cpu" })) as number;
  const began = performance.now();
  await node.order({ do: "follow", url: `https://localhost:${port}` });
  await node.order({ do: "settle" });
  const ms = performance.now() - began;
  const cpuMs = ((await node.order({ do: "cpu" })) as number) - cpu;
  using database = new DatabaseSync(join(node.dataDir, "freehold.sqlite"), { readOnly: true });
  const stored = Number(database.prepare("select count(*) as n from publications").get()?.n);
  if (stored !== posts) throw new Error(`${stored} of ${posts} posts are stored.`);
  return rateOf(ms, cpuMs);
}

async function fetchAll(
  { authority: ca }: TestNetwork,
  { port, paths }: Publisher,
  client: BareClient,
): Promise<Rate> {
  const urls = paths.map((path) => `https://localhost:${port}${path}`);
  const { ms, cpuMs } = await client.call({ ca, urls, parallel: connections, connections });
  return rateOf(ms, cpuMs);
}

/** A bare undici client in a process of its own. */
export function startBareClient() {
  const child = fork(join(import.meta.dirname, "../packages/node/test/support/bare-client.ts"));
  return {
    async call(order: CallsOrder): Promise<CallsReport> {
      child.send(order);
      const [report] = (await once(child, "message")) as [CallsReport];
      return report;
    },
    [Symbol.dispose]: () => void child.kill("SIGKILL"),
  };
}

export type BareClient = ReturnType<typeof startBareClient>;

/** As many as the node pulls from one other node at a time. */
const batch = 48;

/** Writes as many rows as the node does, with the bytes of each, a batch in one durable commit. */
async function store(): Promise<Rate> {
  const folder = await mkdtemp(join(tmpdir(), "freehold-bench-"));
  try {
    using database = new DatabaseSync(join(folder, "rows.sqlite"));
    database.exec(
      "pragma journal_mode = wal; pragma synchronous = full; create table rows (name text primary key, bytes blob)",
    );
    const insert = database.prepare("insert into rows values (?, ?)");
    const cpu = process.cpuUsage();
    const began = performance.now();
    for (let start = 0; start < posts; start += batch) {
      database.exec("begin immediate");
      for (let n = start; n < Math.min(start + batch, posts); n += 1) insert.run(`${n}`, randomBytes(bytes));
      database.exec("commit");
    }
    const ms = performance.now() - began;
    const { user, system } = process.cpuUsage(cpu);
    return rateOf(ms, (user + system) / 1000);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function rateOf(ms: number, cpuMs: number): Rate {
  return { rate: (posts / ms) * 1000, cpuUs: (cpuMs * 1000) / posts };
}
