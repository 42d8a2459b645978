import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startProxiedNode } from "./support/proxied-node.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "./support/test-network.ts";

let network: TestNetwork;
let resources: AsyncDisposableStack;
beforeEach(async () => {
  network = await createTestNetwork();
  resources = new AsyncDisposableStack();
});
afterEach(async () => {
  await resources.disposeAsync();
  await network[Symbol.asyncDispose]();
});

test("a node whose proxy compresses each reply follows, is followed, and its posts and files arrive", async () => {
  const {
    node: ada,
    url,
    authorityFile,
  } = await startProxiedNode(network, resources, {
    faults: { compresses: true },
  });
  const ben = await network.start({ title: "Ben", settings: { FREEHOLD_PEER_CA: authorityFile } });
  expect(await ben.follow({ ...ada, url } as TestNode)).toEqual({ status: "following" });
  expect(await ada.follow(ben)).toEqual({ status: "following" });
  const file = randomBytes(200_000);
  await ada.publish("# Hello\n\nfrom Ada\n", { slug: "hello" });
  const { contentHash } = await ada.publish(file, { description: "A file", filename: "bytes.bin" });
  await ada.settled();
  await ben.settled();
  const items = await ben.timeline();
  expect(items.map(({ publisher, description, body }) => [publisher, description, body])).toEqual([
    ["Behind a proxy", "A file", null],
    ["Behind a proxy", null, "# Hello\n\nfrom Ada\n"],
  ]);
  // The bytes are checked against their signed hash before they are kept.
  expect(items[0]).toMatchObject({ contentHash, state: "signed" });
});
