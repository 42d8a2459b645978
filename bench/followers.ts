import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Address } from "@freehold/protocol";
import type { Store } from "../packages/node/src/store/database.ts";
import { insertConnection } from "../packages/node/src/store/peers/connections.ts";
import { saveProfile } from "../packages/node/src/store/peers/profiles.ts";
import { seededRandom } from "../packages/node/test/support/seeded-random.ts";
import { addressOf, connectionOf, profileOf } from "../packages/node/test/support/store-records.ts";
import { createTestNetwork, type TestNetwork } from "../packages/node/test/support/test-network.ts";
import type { FollowersOrder, FollowersReport, Manner } from "./follower-server.ts";
import { print } from "./print.ts";

const followers = 1_000;
const rounds = 5;
/** As nodes far away do, so that the network sets the pace and not the processor that plays a thousand followers beside the node. */
const answerMs = 300;
const slowMs = 5_000;
/** What must be reached. */
const highest = 1.2;

/** How many of a thousand are there in each manner: a tenth hangs, a tenth refuses, a tenth is slow. */
const sick: readonly (readonly [Manner, number])[] = [
  ["hangs-at-once", 50],
  ["hangs-when-asked", 50],
  ["is-away", 50],
  ["is-busy", 50],
  ["slow", 100],
];
const healthy = followers - sick.reduce((sum, [, count]) => sum + count, 0);

/**
 * A node that nobody has called yet tells its followers of a publication: once with a thousand of whom 300 are sick, once with the healthy 700
 * alone, in turns. What counts is how long it takes until the last healthy one was told.
 */
export async function benchFollowers(): Promise<void> {
  print(
    `\n${followers} followers: 10 % hang, 10 % refuse, 10 % take ${slowMs / 1000} s; the others answer after ${answerMs} ms.`,
  );
  print(
    `Milliseconds until the last of the ${healthy} healthy ones was told, beside a node that has no others.\n`,
  );
  await using network = await createTestNetwork();
  const well = await serve(
    network,
    Array.from({ length: healthy }, () => "answers" as const),
  );
  const ill = await serve(
    network,
    sick.flatMap(([manner, count]) => Array.from({ length: count }, () => manner)),
  );
  try {
    print(`${"".padEnd(12)}${"with".padStart(10)}${"without".padStart(10)}${"ratio".padStart(8)}`);
    const times: { with: number[]; without: number[] } = { with: [], without: [] };
    for (let round = 1; round <= rounds; round += 1) {
      const without = await measure(network, well, [], round);
      const withIll = await measure(network, well, ill.ports, round);
      times.without.push(without);
      times.with.push(withIll);
      printTimes(`round ${round}`, withIll, without);
    }
    printTimes("median", median(times.with), median(times.without));
    print(`${"".padEnd(32)}${`≤ ${highest}`.padStart(8)}`);
  } finally {
    for (const { child } of [well, ill]) child.kill("SIGKILL");
  }
}

function printTimes(name: string, sickTime: number, time: number): void {
  print(
    `${name.padEnd(12)}${String(sickTime).padStart(10)}${String(time).padStart(10)}${(sickTime / time).toFixed(2).padStart(8)}`,
  );
}

interface Served {
  child: ChildProcess;
  ports: number[];
}

async function serve({ certificate }: TestNetwork, manners: Manner[]): Promise<Served> {
  const child = fork(join(import.meta.dirname, "follower-server.ts"));
  child.send({ ...certificate, answerMs, slowMs, manners } satisfies FollowersOrder);
  const [{ ports }] = (await once(child, "message")) as [Extract<FollowersReport, { ports: number[] }>];
  return { child, ports };
}

/** @returns milliseconds from the signature until the last healthy follower was told */
async function measure(
  network: TestNetwork,
  well: Served,
  others: readonly number[],
  seed: number,
): Promise<number> {
  const node = await network.start();
  const { running, signer } = node;
  const ports = shuffle([...well.ports, ...others], seededRandom(seed));
  await addFollowers(running.context.store, signer.address, ports);
  const allNotified = untilAllNotified(well);
  const began = Date.now();
  await node.publish("# Hello\n\nTo everybody.");
  const ended = await allNotified;
  await node.stop();
  return ended - began;
}

/** Adds a follower for each of these servers on this machine: `8443`, `8443/path`. */
export async function addFollowers(
  store: Store,
  followeeAddress: Address,
  servers: readonly (number | string)[],
): Promise<void> {
  await store.transaction(async (tx) => {
    for (const [index, server] of servers.entries()) {
      const url = `https://127.0.0.1:${server}`;
      const address = addressOf(index + 10);
      await saveProfile(tx, { ...profileOf(index + 10), url });
      const connection = { ...connectionOf(index + 10, 1), followerAddress: address, followeeAddress };
      await insertConnection(tx, { ...connection, followerUrl: url });
    }
  });
}

/** @returns when the last of them was told (ms) */
function untilAllNotified({ child, ports }: Served): Promise<number> {
  const told = new Set<number>();
  return new Promise((resolve) => {
    const onReport = (report: FollowersReport) => {
      if (!("told" in report)) return;
      told.add(report.told);
      if (told.size < ports.length) return;
      child.off("message", onReport);
      resolve(report.at);
    };
    child.on("message", onReport);
  });
}

function shuffle<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, index: random() }))
    .sort((a, b) => a.index - b.index)
    .map(({ item }) => item);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
