import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ServedPeer, serveCanned } from "../support/serve-canned.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "../support/test-network.ts";

const start = 1_700_000_000;

describe("Lost 2: catching up misses something, and calls itself complete", () => {
  let network: TestNetwork;
  let served: ServedPeer;
  let ben: TestNode;
  let ahead = 0;
  beforeEach(async () => {
    ahead = 0;
    network = await createTestNetwork();
    served = await serveCanned(network.certificate, 2);
    ben = await network.start({ clock: { now: () => Date.now() + ahead } });
  });
  afterEach(async () => {
    await network[Symbol.asyncDispose]();
    await served[Symbol.asyncDispose]();
  });

  const texts = async () => (await ben.timeline()).map(({ body }) => body).sort();
  /** Until the next look at the index, which comes every hour or so. */
  async function catchUpAgain(): Promise<void> {
    ahead += 90 * 60_000;
    for (const queue of Object.values(ben.running.queues ?? {})) queue.nudge();
    await ben.settled();
  }

  test("posts signed later with an earlier timestamp, even before all known ones", async () => {
    served.peer.publish("new", { timestamp: start + 1_000 });
    await ben.follow(served);
    await ben.settled();
    expect(await texts()).toEqual(["new"]);
    served.peer.publish("late, with an earlier second", { timestamp: start + 500 });
    served.peer.publish("late, with the same second", { timestamp: start + 1_000 });
    await catchUpAgain();
    expect(await texts()).toEqual(["late, with an earlier second", "late, with the same second", "new"]);
  });

  test("entries beside bad ones, and beside unavailable contents", async () => {
    const { peer } = served;
    const good = peer.publish("good", { timestamp: start });
    const absent = peer.publish("not there yet", { timestamp: start + 1 });
    absent.content = { ...absent.content, status: 404 };
    peer.extraEntries.push(
      null,
      7,
      {},
      { ...good.entry, signature: `0x${"11".repeat(65)}`, timestamp: start + 2 },
    );
    peer.publish("good as well", { timestamp: start + 3 });
    await ben.follow(served);
    await ben.settled();
    expect(await texts()).toEqual(["good", "good as well"]);
    absent.content = { ...absent.content, status: 200 };
    await catchUpAgain();
    expect(await texts()).toEqual(["good", "good as well", "not there yet"]);
  });

  test("entries behind the first page, even when the next one fails", async () => {
    const { peer } = served;
    for (let number = 0; number < 1_010; number += 1) {
      peer.publish(`post ${number}`, { timestamp: start + number });
    }
    let failures = 0;
    peer.override = (_request, path) => {
      if (!path.startsWith("/ewp/publications") || !path.includes("page=2") || failures > 0) return null;
      failures += 1;
      return { status: 500, headers: {}, body: (async function* () {})() };
    };
    await ben.follow(served);
    await ben.settled();
    await catchUpAgain();
    expect([failures, (await texts()).length]).toEqual([1, 1_010]);
  });
});
