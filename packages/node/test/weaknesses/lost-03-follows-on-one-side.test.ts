import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { acceptTermination } from "../../src/domain/connections/unfollow.ts";
import {
  prepareProfileUpdate,
  takeAnyAddress,
  updateOwnProfile,
} from "../../src/domain/profile/update-profile.ts";
import { openStore } from "../../src/store/open-store.ts";
import { createNodeProcess, type NodeProcess } from "../support/node-process.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "../support/test-network.ts";

describe("Lost 3: two nodes disagree about a follow", () => {
  let network: TestNetwork;
  let ahead = 0;
  const clock = { now: () => Date.now() + ahead };
  beforeEach(async () => {
    ahead = 0;
    network = await createTestNetwork();
  });
  afterEach(() => network[Symbol.asyncDispose]());

  const countFollows = async ({ running }: TestNode) => {
    const rows = await running.context.store.db.selectFrom("connections").select("followerAddress").execute();
    return rows.length;
  };
  async function later(node: TestNode, ms: number): Promise<void> {
    ahead += ms;
    for (const queue of Object.values(node.running.queues ?? {})) queue.nudge();
    await node.settled();
  }

  test.each([0, 3])(
    "a follower that dies %i ms after the other side wrote the follow down has it when it is back",
    async (waitMs) => {
      const ada = await network.start();
      await using ben: NodeProcess = await createNodeProcess(network);
      await ben.start();
      await ben.order({ do: "install", url: ben.url, title: "Ben" });
      const following = ben.order({ do: "follow", url: ada.url }).catch(() => null);
      while ((await countFollows(ada)) === 0) await pause(1);
      await pause(waitMs);
      await ben.kill();
      await following;
      // A worker continues what the owner waited for a minute after the crash.
      await ben.start(61_000);
      const until = Date.now() + 60_000;
      while ((await countRows(ben)) === 0 && Date.now() < until) await pause(100);
      expect([await countFollows(ada), await countRows(ben)]).toEqual([1, 1]);
    },
    240_000,
  );

  test("an unfollow while the other node is away reaches it when it is back", async () => {
    const ada = await network.start({ clock });
    const ben = await network.start({ clock });
    await ben.follow(ada);
    await ada.stop();
    await ben.unfollow(ada);
    await ben.stop();
    await ada.start();
    expect([await countFollows(ada)]).toEqual([1]);
    await ben.start();
    await later(ben, 10 * 60_000);
    expect([await countFollows(ada), await countFollows(ben)]).toEqual([0, 0]);
  });

  test("an unfollow that reaches the other node after a newer follow does not take it away", async () => {
    const ada = await network.start({ clock });
    const ben = await network.start({ clock });
    await ben.follow(ada);
    await ada.stop();
    await ben.unfollow(ada);
    const rows = await ben.running.context.store.db.selectFrom("outbox").select("payload").execute();
    await ada.start();
    await ben.follow(ada);
    // The worker had sent it before the owner followed again.
    await acceptTermination(ada.running.context, JSON.parse(rows.at(-1)?.payload ?? ""));
    expect([await countFollows(ada), await countFollows(ben)]).toEqual([0, 1]);
    await later(ben, 10 * 60_000);
    expect([await countFollows(ada), await countFollows(ben)]).toEqual([1, 1]);
  });

  test("a follower that lost the record of its follow is removed", async () => {
    const ada = await network.start({ clock });
    const ben = await network.start({ clock });
    await ben.follow(ada);
    await ben.running.context.store.transaction((tx) => tx.deleteFrom("connections").execute());
    await ada.publish("to nobody");
    await later(ada, 2 * 60 * 60_000);
    expect([await countFollows(ada), await countFollows(ben)]).toEqual([0, 0]);
  });

  test("a follower that moves to another URL receives everything there", async () => {
    const ada = await network.start({ clock });
    const ben = await network.start({ clock, privateKey: "44".repeat(32) });
    await ben.follow(ada);
    await ada.publish("at the old place");
    await ada.settled();
    await ben.settled();
    // The same data and the same owner, reached at another name.
    const url = ben.url.replace("localhost", "127.0.0.1");
    const { context } = ben.running;
    const { meaning, forms } = await prepareProfileUpdate(context, { url });
    await updateOwnProfile(
      context,
      forms.map((form) => ben.signer.sign("NodeProfileUpdate", meaning, form)),
      takeAnyAddress,
    );
    await later(ben, 1_000);
    await ada.publish("at the new place");
    await ada.settled();
    await ben.settled();
    expect((await ben.timeline()).map(({ body }) => body)).toEqual(["at the new place", "at the old place"]);
    expect(await urlOf(ada, ben)).toBe(url);
  });
});

async function countRows({ dataDir }: NodeProcess): Promise<number> {
  await using store = await openStore({ dataDir, databaseUrl: null });
  return (await store.db.selectFrom("connections").select("followerAddress").execute()).length;
}

async function urlOf({ running }: TestNode, { signer }: TestNode): Promise<string | undefined> {
  const profiles = running.context.store.db.selectFrom("profiles").select("url");
  return (await profiles.where("address", "=", signer.address).executeTakeFirst())?.url;
}
