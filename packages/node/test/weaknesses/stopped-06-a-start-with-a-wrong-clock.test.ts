import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { createNodeProcess } from "../support/node-process.ts";
import { createTestNetwork, type TestNetwork } from "../support/test-network.ts";

const yearMs = 365 * 24 * 3_600_000;

let network: TestNetwork;
beforeAll(async () => {
  network = await createTestNetwork();
});
afterAll(() => network[Symbol.asyncDispose]());

it("signs nothing where the clock is a year ahead, and goes on where it is right", {
  timeout: 120_000,
}, async () => {
  const node = await createNodeProcess(network);
  onTestFinished(() => node[Symbol.asyncDispose]());
  await node.start();
  await node.order({ do: "install", url: node.url, title: "Ada" });
  const before = await node.publish("one");
  await node.kill();
  await node.start(yearMs);
  await expect
    .poll(() => node.publish("two").then(String, String), { timeout: 20_000 })
    .toContain("freehold clock --confirm");
  await node.kill();
  await node.start();
  await expect
    .poll(() => node.publish("three").then(({ timestamp }) => timestamp, String), { timeout: 20_000 })
    .toBeGreaterThanOrEqual(Number(before.timestamp));
});
