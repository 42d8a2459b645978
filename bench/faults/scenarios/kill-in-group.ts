import { setTimeout as pause } from "node:timers/promises";
import { contentHash } from "@freehold/protocol";
import { startPostgres } from "../../../packages/node/test/support/lazy-postgres.ts";
import { startS3 } from "../../../packages/node/test/support/s3-server.ts";
import { findObstacle } from "../../many/front.ts";
import { createGroup, type Group, killOne } from "../../many/group.ts";
import { openReceivers, type Receivers, readers } from "../../many/receivers.ts";
import type { Bench, Scenario, Tally } from "../scenario.ts";
import { type OperationName, tryOperation } from "../support/operations.ts";
import { readNode } from "../support/read-node.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "../support/test-network.ts";
import type { Workspace } from "../support/workspace.ts";

/** The actions of the owners' windows, side by side. All actions that change the same thing are in one window. */
const windows: readonly (readonly OperationName[])[] = [
  ["publish", "publish", "publish", "upload", "draft", "comment", "rename", "destroy"],
  ["publish", "upload", "draft"],
  // `leave` and `follow` are of the last follower, `theme` of the first one.
  ["leave", "follow", "theme"],
];
/** The longest time in which work must end after the last kill: the claim of the dead worker has to expire first. */
const settleMs = 15 * 60_000;

/**
 * A node of two web and two worker processes on one PostgreSQL and one S3, behind nginx, at work with two followers, while its
 * processes are killed at random. All acknowledged writes must be there, also at the followers, and no receiver of webhooks and
 * mails may get the same thing under two ids.
 */
export const killInGroup: Scenario = {
  about:
    "one of the four processes of a node behind nginx is killed at a random moment, again and again, while all work.",
  share: 0.2,
  isLong: true,
  obstacle: async () => findObstacle(),
  async run(bench) {
    const { workspace, kills, print } = bench;
    await using resources = new AsyncDisposableStack();
    const server = await startPostgres();
    resources.defer(() => server.stop());
    const s3 = resources.use(await startS3());
    const group = resources.use(await createGroup(workspace, "publisher", { databaseUrl: server.url, s3 }));
    const network = await createTestNetwork(placeGroup(workspace, group));
    const [follower] = network.followers as [TestNode, ...TestNode[]];
    const receivers = resources.use(
      await openReceivers(workspace, { publisher: network.publisher, follower }),
    );
    const { texts, ...reads } = await killWhileWorking(bench, network, group);
    const broken = await network.check(settleMs);
    broken.push(...(await compareArrivals(network, receivers, texts)));
    print(`${reads.good} of ${reads.all} reads answered 200`);
    for (const [what, arrivals] of Object.entries({
      "webhooks of signed posts": receivers.signed,
      "webhooks of posts that a follower got": receivers.replicated,
      mails: receivers.mails,
    })) {
      const all = [...arrivals.values()].flat().length;
      print(`${what}: ${arrivals.size}, of which ${all - arrivals.size} came again under the same id`);
    }
    return { kills, acknowledged: network.acknowledged, broken } satisfies Tally;
  },
};

/** The network's publisher is the group; its followers are nodes of one process. */
function placeGroup(workspace: Workspace, group: Group): Workspace {
  return {
    ...workspace,
    node: async (name, options) => (name === group.name ? group : await workspace.node(name, options)),
  };
}

/** @returns the texts that were written; how many reads of the first page there were, and how many were answered 200 */
async function killWhileWorking(
  { workspace, kills, random, seed, print }: Bench,
  network: TestNetwork,
  group: Group,
): Promise<{ texts: readonly string[]; good: number; all: number }> {
  const working = new AbortController();
  const { signal } = working;
  let [good, all] = [0, 0];
  const texts: string[] = [];
  const work = async (wanted: readonly OperationName[]) => {
    while (!signal.aborted) {
      const name = wanted[Math.floor(random() * wanted.length)] as OperationName;
      // Every mail contains the title of the node.
      const text = `${name === "rename" ? "Title" : "Text"} ${texts.length + 1} of ${seed}`;
      texts.push(text);
      await tryOperation(name, { network, random, text });
      await pause(50);
    }
  };
  const read = async () => {
    while (!signal.aborted) {
      const status = await workspace.call(`${group.url}/`, { timeoutMs: 30_000 }).then(
        (reply) => reply.status,
        () => null,
      );
      all += 1;
      if (status === 200) good += 1;
      await pause(100);
    }
  };
  const running = [...windows.map(work), read()];
  for (let kill = 1; kill <= kills; kill += 1) {
    await killOne(group, random);
    if (kill % 20 === 0) print(`${kill} kills, ${network.acknowledged} acknowledged`);
  }
  working.abort();
  await Promise.all(running);
  return { texts, good, all };
}

/** @returns a sentence for each event that a receiver lacks, or got under two ids */
async function compareArrivals(
  { publisher }: TestNetwork,
  receivers: Receivers,
  texts: readonly string[],
): Promise<string[]> {
  const { signed, replicated } = receivers;
  const { index } = await readNode(publisher.node);
  const hashes = index.map((proof) => proof.slice(0, proof.indexOf(":")));
  const until = Date.now() + settleMs;
  const lacks = () => hashes.filter((hash) => !signed.has(hash) || !replicated.has(hash));
  while (lacks().length > 0 && Date.now() < until) await pause(500);
  const broken = lacks().map((hash) => `nobody was told of ${hash}`);
  // Files are not sent as mails.
  const posts = texts.filter((text) => hashes.includes(contentHash(Buffer.from(text))));
  const missing = () => {
    const { mails } = receivers;
    return posts
      .flatMap((text) => readers.map((one) => `${one}, ${text}`))
      .filter((mail) => !mails.has(mail));
  };
  while (missing().length > 0 && Date.now() < until) await pause(500);
  broken.push(...missing().map((mail) => `no mail came: ${mail}`));
  for (const [what, ids] of [...signed, ...replicated, ...receivers.mails])
    if (new Set(ids).size > 1) broken.push(`${what} came under ${new Set(ids).size} ids`);
  return broken;
}
