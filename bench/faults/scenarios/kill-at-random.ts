import { setTimeout as pause } from "node:timers/promises";
import type { Bench, Scenario, Tally } from "../scenario.ts";
import { type OperationName, tryOperation } from "../support/operations.ts";
import { runInParallel } from "../support/run-in-parallel.ts";
import { createTestNetwork, type TestNetwork, wake } from "../support/test-network.ts";

/** After this number of kills everything is checked, so that a loss is found near its cause. */
const checkEvery = 25;
/** For how long who went away asks to follow again. */
const returnTimeoutMs = 90_000;
const usual: readonly OperationName[] = [
  "publish",
  "publish",
  "publish",
  "upload",
  "draft",
  "destroy",
  "comment",
  "rename",
  "theme",
];

/** kill -9 from outside, any node, any moment, while everybody is at work. */
export const killAtRandom: Scenario = {
  about:
    "three nodes at a time publish, follow and delete; one of them is killed at a random moment, again and again.",
  share: 0.45,
  run: async (bench) => await runInParallel(bench.kills, (part, kills) => runPart(bench, part, kills)),
};

async function runPart(bench: Bench, part: number, wanted: number): Promise<Tally> {
  const network = await createTestNetwork(bench.workspace, { name: `-${part}` });
  const broken: string[] = [];
  let kills = 0;
  while (kills < wanted && broken.length === 0) {
    const round = Math.min(checkEvery, wanted - kills);
    await killWhileWorking(bench, network, round, broken);
    kills += round;
    await network.startAll();
    broken.push(...(await network.check()));
    bench.print(`part ${part}: ${kills} kills, ${network.acknowledged} acknowledged`);
  }
  return { kills, acknowledged: network.acknowledged, broken };
}

async function killWhileWorking(bench: Bench, network: TestNetwork, kills: number, broken: string[]) {
  const working = new AbortController();
  const work = workOn(bench, network, working.signal);
  try {
    for (let kill = 0; kill < kills; kill += 1) await killOne(bench, network);
  } finally {
    // Where a node does not start again, nobody may go on working for ever.
    working.abort();
    broken.push(...(await work));
  }
}

/** One time in four it dies while it starts, which is when it repairs what the last death left. */
async function killOne({ random }: Bench, { all }: TestNetwork): Promise<void> {
  const victim = all[Math.floor(random() * all.length)] as (typeof all)[number];
  const { node } = victim;
  if (random() < 0.25) {
    await node.kill();
    const started = node.start();
    await pause(random() * 500);
    await node.kill();
    await started;
  } else {
    await pause(random() * 300);
    await node.kill();
  }
  await wake(victim);
}

let texts = 0;

/** Why a follow is refused that nothing should refuse. */
async function findReason({ publisher, followers }: TestNetwork): Promise<string> {
  const one = followers.at(-1);
  const follow = one?.prepareFollow(publisher.node.url).then(one.follow).then(JSON.stringify);
  return await Promise.resolve(follow).catch(String).then(String);
}

/** @returns a sentence when who went away can't come back */
async function workOn({ random, seed }: Bench, network: TestNetwork, signal: AbortSignal): Promise<string[]> {
  let follows = true;
  let until = Number.POSITIVE_INFINITY;
  // Who went away comes back at the end: the last follower is to be complete as well.
  while (!signal.aborted || !follows) {
    if (signal.aborted) until = Math.min(until, Date.now() + returnTimeoutMs);
    if (Date.now() > until) return [`who went away can't come back: ${await findReason(network)}`];
    texts += 1;
    const acting = { network, random, text: `Text ${texts} of ${seed}` };
    if (signal.aborted || random() < 0.1) {
      if ((await tryOperation(follows ? "leave" : "follow", acting)) === "done") follows = !follows;
    } else {
      await tryOperation(usual[Math.floor(random() * usual.length)] as OperationName, acting);
    }
    // A node that is down refuses at once: it is not to be asked a thousand times.
    await pause(50);
  }
  return [];
}
