import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTestNetwork, type TestNetwork } from "./support/test-network.ts";

describe("two people on two machines (issue: the first thing that Freehold must do)", () => {
  let network: TestNetwork;
  beforeEach(async () => {
    network = await createTestNetwork();
  });
  afterEach(() => network[Symbol.asyncDispose]());

  test("follow each other, publish, and read each other's signed posts", async () => {
    const ada = await network.start({ title: "Ada" });
    const ben = await network.start({ title: "Ben" });
    expect(await ada.follow(ben)).toEqual({ status: "following" });
    expect(await ben.follow(ada)).toEqual({ status: "following" });

    const post = await ada.publish("# Hello\n\nfrom Ada\n", { slug: "hello" });
    await ada.settled();
    await ben.settled();

    const [item] = await ben.timeline();
    expect(item).toMatchObject({
      kind: "POST",
      state: "signed",
      publisher: "Ada",
      publisherAddress: ada.signer.address,
      contentHash: post.contentHash,
      timestamp: post.timestamp,
      signature: post.signature,
      slug: "hello",
      body: "# Hello\n\nfrom Ada\n",
    });
  });

  test("what was published before the follow arrives with the first catch-up", async () => {
    const ada = await network.start({ title: "Ada" });
    const ben = await network.start({ title: "Ben", database: "postgres" });
    await ada.publish("one");
    await ada.publish(new TextEncoder().encode("two"), { description: "A file", filename: "two.txt" });
    await ben.follow(ada);
    await ben.settled();
    const items = await ben.timeline();
    expect(items.map(({ body, description, filename }) => ({ body, description, filename }))).toEqual([
      { body: null, description: "A file", filename: "two.txt" },
      { body: "one", description: null, filename: null },
    ]);
  });

  test("a follower that misses the notification has every post after it is back", async () => {
    const ada = await network.start();
    const ben = await network.start();
    await ben.follow(ada);
    await ben.stop();
    const { timestamp } = await ada.publish("while you were out");
    // What came by several workers within one second has its right order from the next catch-up on.
    if (process.env.TEST_GROUP)
      await expect.poll(() => Date.now() / 1000).toBeGreaterThan(Number(timestamp) + 1);
    await ada.publish("and again");
    await ben.start();
    await ben.settled();
    expect((await ben.timeline()).map((item) => item.body)).toEqual(["and again", "while you were out"]);
  });
});
