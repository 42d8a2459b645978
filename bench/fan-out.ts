import { setTimeout as pause } from "node:timers/promises";
import { openStore } from "../packages/node/src/store/open-store.ts";
import { createNodeProcess, type NodeProcess } from "../packages/node/test/support/node-process.ts";
import type { Measured } from "../packages/node/test/support/node-program.ts";
import { createTestNetwork, type TestNetwork } from "../packages/node/test/support/test-network.ts";
import { median } from "./measure.ts";
import { print } from "./print.ts";
import { type BareClient, startBareClient } from "./pull.ts";
import { addFigure, printHeads } from "./report.ts";
import { addFollowers, answering, type ServedFollowers, serveFollowers, spanOf } from "./served-followers.ts";

/**
 * How many followers there are, and what must be reached. One server may be that of all: connections are kept, so that only the
 * node's own work is left. No two nodes share an origin, so that nothing is asked for there.
 */
const cases = [
  { count: 300, isShared: false, least: 0.6 },
  { count: 2_000, isShared: false, least: 0.6 },
  { count: 2_000, isShared: true, least: 0 },
];
/** As many as the node opens to one other server. */
const connections = 6;
const rounds = 5;
/** As many as the node delivers side by side. */
const parallel = 64;

/** Milliseconds from the first follower to the last; of processor time in all; and the most memory (MiB). */
interface Sent {
  ms: number;
  cpuMs: number;
  peak?: number;
}

/**
 * A node tells followers on this machine, who answer at once, of a publication: the time from the first of them to the last,
 * beside a bare undici client that POSTs the same body with the same parallelism, in turns. Where each follower is a server of
 * its own, each call begins with a connection and its TLS handshake.
 */
export async function benchFanOut(): Promise<void> {
  print("\nOne publication to followers that answer at once, first to last, beside a bare undici client.\n");
  printHeads("cpu µs", "of bare", "live MiB", "after", "peak");
  await using network = await createTestNetwork();
  using client = startBareClient();
  for (const { count, isShared, least } of cases) {
    using followers = await serveFollowers(network, answering(count), { isShared });
    const { ports } = followers;
    const urls = Array.from({ length: count }, (_, index) =>
      isShared ? `https://127.0.0.1:${ports[0]}/${index}` : `https://127.0.0.1:${ports[index]}`,
    );
    await compare(network, { followers, urls, isShared }, { client, least });
  }
}

async function compare(
  network: TestNetwork,
  served: Served,
  { client, least }: { client: BareClient; least: number },
): Promise<void> {
  const count = served.urls.length;
  await using node = await createNodeProcess(network);
  await node.start();
  await node.order({ do: "install", url: node.url, title: "A publisher" });
  {
    await using store = await openStore({ dataDir: node.dataDir, databaseUrl: null });
    await addFollowers(store, node.owner, served.urls);
  }
  const before = await liveBytes(node);
  const ours: Sent[] = [];
  const theirs: Sent[] = [];
  // The first round warms both up.
  for (let round = 0; round <= rounds; round += 1) {
    ours.push(await publish(node, served, round));
    theirs.push(await post(network, served, client));
    // Longer than a connection is kept.
    await pause(2_000);
  }
  const [node_, bare] = [ours, theirs].map((sent) => ({
    ms: median(sent.slice(1).map(({ ms }) => ms)),
    cpuMs: median(sent.slice(1).map(({ cpuMs }) => cpuMs)),
  })) as [Sent, Sent];
  const { peak } = await node.memory();
  const after = await liveBytes(node);
  addFigure({
    name: `fan-out: ${count}${served.isShared ? " at one server" : ""}`,
    node: (count / node_.ms) * 1000,
    floor: (count / bare.ms) * 1000,
    ratio: bare.ms / node_.ms,
    least,
    more: {
      cpu: Math.round((node_.cpuMs / count) * 1000),
      bareCpu: Math.round((bare.cpuMs / count) * 1000),
      before: mebi(before),
      after: mebi(after),
      peak: mebi(peak),
    },
  });
}

/** What the process holds once everything that is garbage is gone. */
async function liveBytes(node: NodeProcess): Promise<number> {
  return ((await node.order({ do: "measure" })) as Measured).live;
}

const mebi = (bytes: number) => (bytes / 1_048_576).toFixed(0);

interface Served {
  followers: ServedFollowers;
  /** Of each follower. */
  urls: readonly string[];
  isShared: boolean;
}

async function publish(node: NodeProcess, served: Served, round: number): Promise<Sent> {
  await node.order({ do: "settle" });
  const cpu = (await node.order({ do: "cpu" })) as number;
  const told = served.followers.untilTold();
  await node.publish(`# Round ${round}\n\nTo everybody.`);
  const ms = spanOf(await told);
  await node.order({ do: "settle" });
  return { ms, cpuMs: ((await node.order({ do: "cpu" })) as number) - cpu };
}

async function post({ authority: ca }: TestNetwork, served: Served, client: BareClient): Promise<Sent> {
  const urls = served.urls.map((url) => `${url}/ewp/publications`);
  const told = served.followers.untilTold();
  const { cpuMs } = await client.call({ ca, urls, parallel, connections, body: "x".repeat(600) });
  return { ms: spanOf(await told), cpuMs };
}
