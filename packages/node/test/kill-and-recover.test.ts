import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { contentHash } from "@freehold/protocol";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openBlobs } from "../src/startup/open-blobs.ts";
import { openStore } from "../src/store/open-store.ts";
import { iterateTimeline } from "../src/store/publications/timeline.ts";
import { createNodeProcess, type NodeProcess } from "./support/node-process.ts";
import { seededRandom } from "./support/seeded-random.ts";
import { createTestNetwork, type TestNetwork } from "./support/test-network.ts";

const publications = 50;
/** Those at random moments are a thousand in a run of the fault bench; here they are a few of each node. */
const kills = 6;
const seed = 20_261_121;

describe("kill -9 at random moments (design 4.1, weaknesses: Lost 1 and 4)", () => {
  let network: TestNetwork;
  let publisher: NodeProcess;
  let follower: NodeProcess;
  beforeEach(async () => {
    network = await createTestNetwork();
    [publisher, follower] = await Promise.all([createNodeProcess(network), createNodeProcess(network)]);
    await Promise.all([publisher.start(), follower.start()]);
    await publisher.order({ do: "install", url: publisher.url, title: "Publisher" });
    await follower.order({ do: "install", url: follower.url, title: "Follower" });
    await follower.order({ do: "follow", url: publisher.url });
  });
  afterEach(async () => {
    await publisher[Symbol.asyncDispose]();
    await follower[Symbol.asyncDispose]();
    await network[Symbol.asyncDispose]();
  });

  test(`the follower has all ${publications} publications in the end, and nothing is torn`, async () => {
    const random = seededRandom(seed);
    const victims = Array.from({ length: kills }, () => Math.floor(random() * publications));
    const acknowledged = new Map<string, string>();
    for (let number = 0; number < publications; number += 1) {
      const text = `Publication ${number}`;
      for (const victim of victims.filter((at) => at === number)) {
        const node = (victim + kills) % 2 === 0 ? publisher : follower;
        const killed = pause(random() * 60).then(() => node.kill());
        await publisher.publish(text).then(
          (publication) => acknowledged.set(text, `${publication.contentHash}:${publication.timestamp}`),
          () => null,
        );
        await killed;
        await node.start();
      }
      while (!acknowledged.has(text)) {
        const publication = await publisher.publish(text);
        acknowledged.set(text, `${publication.contentHash}:${publication.timestamp}`);
      }
    }

    const index = await readIndex(network, publisher.url);
    expect(index).toEqual(expect.arrayContaining([...acknowledged.values()]));
    const until = Date.now() + 60_000;
    while ((await countReplicas(follower)) < index.length && Date.now() < until) await pause(200);
    await publisher.kill();
    await follower.kill();
    expect((await listReplicas(follower)).sort()).toEqual([...index].sort());
    await expectWhole(publisher);
    await expectWhole(follower);
  });
});

/** `hash:second` of every entry, oldest first. */
async function readIndex(network: TestNetwork, url: string): Promise<string[]> {
  const { json } = await network.fetch(`${url}/ewp/publications?limit=1000`);
  const { data } = json as { data: Array<{ contentHash: string; timestamp: number }> };
  return data.map((entry) => `${entry.contentHash}:${entry.timestamp}`);
}

async function countReplicas(node: NodeProcess): Promise<number> {
  return (await listReplicas(node)).length;
}

/** `hash:second` of everything in the timeline, newest first. */
async function listReplicas({ dataDir }: NodeProcess): Promise<string[]> {
  await using store = await openStore({ dataDir, databaseUrl: null });
  const rows = await Array.fromAsync(iterateTimeline(store.db));
  return rows.map((row) => `${row.contentHash}:${row.timestamp}`);
}

/** Every row has its bytes, the bytes have their hash, and the database is sound. */
async function expectWhole({ dataDir }: NodeProcess): Promise<void> {
  const database = new DatabaseSync(join(dataDir, "freehold.sqlite"));
  expect(database.prepare("pragma quick_check").get()).toEqual({ quick_check: "ok" });
  database.close();
  await using store = await openStore({ dataDir, databaseUrl: null });
  const { blobs } = openBlobs({ dataDir, s3: null, cacheBytes: 0 }, store, { warn() {} });
  for await (const { contentHash: hash } of iterateTimeline(store.db)) {
    expect(contentHash(await blobs.readAll(hash, 1_000_000))).toBe(hash);
  }
  for await (const { hash } of blobs.list())
    expect(contentHash(await blobs.readAll(hash, 1_000_000))).toBe(hash);
  expect(await readdir(dataDir)).toContain("freehold.sqlite");
}
