import { seededRandom } from "../packages/node/test/support/seeded-random.ts";
import { createTestNetwork, type TestNetwork } from "../packages/node/test/support/test-network.ts";
import type { Manner } from "./follower-server.ts";
import { median } from "./measure.ts";
import { print } from "./print.ts";
import { addFollowers, answering, type ServedFollowers, serveFollowers } from "./served-followers.ts";

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
  const paces = { answerMs, slowMs };
  using well = await serveFollowers(network, answering(healthy), paces);
  const manners = sick.flatMap(([manner, count]) => Array.from({ length: count }, () => manner));
  using ill = await serveFollowers(network, manners, paces);
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
}

function printTimes(name: string, sickTime: number, time: number): void {
  print(
    `${name.padEnd(12)}${String(sickTime).padStart(10)}${String(time).padStart(10)}${(sickTime / time).toFixed(2).padStart(8)}`,
  );
}

/** @returns milliseconds from the signature until the last healthy follower was told */
async function measure(
  network: TestNetwork,
  well: ServedFollowers,
  others: readonly number[],
  seed: number,
): Promise<number> {
  const node = await network.start();
  const { running, signer } = node;
  const ports = shuffle([...well.ports, ...others], seededRandom(seed));
  const urls = ports.map((port) => `https://127.0.0.1:${port}`);
  await addFollowers(running.context.store, signer.address, urls);
  const allNotified = well.untilTold();
  const began = Date.now();
  await node.publish("# Hello\n\nTo everybody.");
  const ended = (await allNotified).at(-1) ?? 0;
  await node.stop();
  return ended - began;
}

function shuffle<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, index: random() }))
    .sort((a, b) => a.index - b.index)
    .map(({ item }) => item);
}
