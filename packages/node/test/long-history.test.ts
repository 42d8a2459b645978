import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isFull } from "./support/full.ts";
import { createTestNetwork, type TestNetwork } from "./support/test-network.ts";

const posts = isFull ? 600 : 250;

describe("a long history before the follow (weaknesses: Lost 2)", () => {
  let network: TestNetwork;
  beforeEach(async () => {
    network = await createTestNetwork();
  });
  afterEach(() => network[Symbol.asyncDispose]());

  test(`all ${posts} posts arrive, in order, none twice`, async () => {
    const ada = await network.start({ title: "Ada" });
    const ben = await network.start({ title: "Ben" });
    for (let number = 1; number <= posts; number += 1) await ada.publish(`Post ${number}`);
    await ben.follow(ada);
    await ben.settled();
    const bodies = (await ben.timeline()).map((item) => item.body);
    expect(bodies).toEqual(Array.from({ length: posts }, (_, index) => `Post ${posts - index}`));
  });
});
