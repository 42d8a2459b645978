import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { retryOutboxEntry } from "../src/domain/outbox.ts";
import { endSuperseded, supersededReason } from "../src/domain/prune-queues.ts";
import { listOutbox } from "../src/store/queues/outbox.ts";
import { countByState } from "../src/store/queues/queue-rows.ts";
import { createTestNetwork, type TestNetwork } from "./support/test-network.ts";

/** The bound itself is tried beside the maintenance task; here it is what happens beyond one. */
const bound = 40;
const beyond = 25;
const posts = bound + beyond;

describe("a follower that is away for more than its outbox holds (weaknesses: Lost 1, 2)", () => {
  let network: TestNetwork;
  beforeEach(async () => {
    network = await createTestNetwork();
  });
  afterEach(() => network[Symbol.asyncDispose]());

  test(`has all ${posts} posts in the end, and the publisher's owner sees the state of each delivery`, async () => {
    const ada = await network.start({ title: "Ada" });
    const ben = await network.start({ title: "Ben" });
    await ben.follow(ada);
    await ben.settled();
    await ben.stop();
    for (let number = 1; number <= posts; number += 1) await ada.publish(`Post ${number}`);
    await ada.settled();
    const { context } = ada.running;
    const { db } = context.store;
    expect(await endSuperseded(context, undefined, { baseline: bound, reference: bound })).toBe(beyond);
    const ended = await listOutbox(db, { state: "expired", limit: posts });
    expect(ended.map(({ subject }) => Number(subject)).sort((a, b) => a - b)).toEqual(
      Array.from({ length: beyond }, (_, index) => index + 1),
    );
    expect(new Set(ended.map(({ lastError }) => lastError))).toEqual(new Set([supersededReason]));

    await ben.start();
    const [newest] = await listOutbox(db, { state: "pending", limit: 1 });
    // A group takes long to start: Ada's node may have heard from it, and waits no more.
    if (newest || !process.env.TEST_GROUP) await retryOutboxEntry(context, newest?.id ?? 0);
    await ada.settled();
    await ben.settled();
    const bodies = (await ben.timeline()).map((item) => item.body);
    const all = Array.from({ length: posts }, (_, index) => `Post ${index + 1}`);
    expect(bodies.toSorted()).toEqual(all.toSorted());
    expect(await countByState(db, "outbox")).toEqual({
      pending: 0,
      done: bound,
      refused: 0,
      expired: beyond,
    });
  });
});
