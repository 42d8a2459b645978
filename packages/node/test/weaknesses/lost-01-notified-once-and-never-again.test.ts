import { setTimeout as pause } from "node:timers/promises";
import { signDigestWith, signEnvelope } from "@freehold/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStore } from "../../src/store/open-store.ts";
import { everyNth } from "../support/full.ts";
import { createNodeProcess, type NodeProcess } from "../support/node-process.ts";
import { serveCanned } from "../support/serve-canned.ts";
import { listPulls } from "../support/store-records.ts";
import { createTestNetwork, type TestNetwork } from "../support/test-network.ts";

describe("Lost 1: a notification of another node is forgotten", () => {
  let network: TestNetwork;
  let publisher: NodeProcess;
  const started: AsyncDisposable[] = [];
  beforeAll(async () => {
    network = await createTestNetwork();
    publisher = await startProcess("Publisher");
  });
  afterAll(async () => {
    for (const one of started) await one[Symbol.asyncDispose]();
    await network[Symbol.asyncDispose]();
  });

  async function startProcess(title: string, settings: Record<string, string> = {}): Promise<NodeProcess> {
    const node = await createNodeProcess(network, settings);
    started.push(node);
    await node.start();
    await node.order({ do: "install", url: node.url, title });
    return node;
  }

  test("a crash between the write and the send: the follower is notified after the next start", async () => {
    // It has no workers, so that it can't find anything by catching up: only notifications are queued here.
    const follower = await startProcess("Follower", { FREEHOLD_ROLE: "web" });
    await follower.order({ do: "follow", url: publisher.url });
    await follower.kill();
    const { contentHash } = await publisher.publish("Written, and not told yet");
    await publisher.kill();
    await follower.start();
    // Work that a killed process had begun is begun again a minute later.
    await publisher.start(61_000);
    expect(await untilNotified(follower)).toEqual([contentHash]);
  });

  test("a crash between the write and the reply, and after the reply: what was acknowledged is there", async () => {
    const acknowledged: string[] = [];
    for (const waitMs of everyNth([0, 5, 20, 60], 2)) {
      const { contentHash } = await publisher.publish(`Before ${waitMs} ms`);
      acknowledged.push(contentHash);
      const killed = pause(waitMs).then(() => publisher.kill());
      await publisher.publish(`At ${waitMs} ms`).then(
        ({ contentHash }) => acknowledged.push(contentHash),
        () => null,
      );
      await killed;
      await publisher.start();
    }
    const { json } = await network.fetch(`${publisher.url}/ewp/publications?limit=100`);
    const index = (json as { data: Array<{ contentHash: string }> }).data.map((entry) => entry.contentHash);
    expect(index).toEqual(expect.arrayContaining(acknowledged));
    expect(new Set(index).size).toBe(index.length);
  });

  test("a follower that fails is notified again until it accepts, and then no more", async () => {
    let ahead = 0;
    const ada = await network.start({ clock: { now: () => Date.now() + ahead } });
    await using served = await serveCanned(network.certificate, 2);
    const { peer, url } = served;
    const sign = signDigestWith(peer.privateKey);
    const follow = signEnvelope(
      "CreateConnection",
      {
        followerAddress: peer.address,
        followeeAddress: ada.signer.address,
        followerUrl: url,
        followeeUrl: ada.url,
        timestamp: Math.floor(Date.now() / 1000),
      },
      sign,
    );
    expect((await ada.fetch("/ewp/connections", { method: "POST", body: follow })).status).toBe(201);
    const answers = [503, 500, 429, 202];
    const told: number[] = [];
    peer.override = ({ method }, path) => {
      if (method !== "POST" || path !== "/ewp/publications") return null;
      const status = answers[told.length] ?? 202;
      told.push(status);
      return { status, headers: {}, body: (async function* () {})() };
    };
    await ada.publish("Again and again");
    for (let round = 0; round < 8; round += 1) {
      await ada.settled();
      ahead += 10 * 60_000;
      for (const queue of Object.values(ada.running.queues ?? {})) queue.nudge();
    }
    expect(told).toEqual(answers);
  });
});

/** The hashes of the proofs that a node was brought, once there are some. */
async function untilNotified({ dataDir }: NodeProcess): Promise<string[]> {
  const until = Date.now() + 60_000;
  for (;;) {
    await using store = await openStore({ dataDir, databaseUrl: null });
    const pulls = await listPulls(store.db, { limit: 10 });
    if (pulls.length > 0 || Date.now() > until) return pulls.map((pull) => pull.contentHash);
    await pause(200);
  }
}
