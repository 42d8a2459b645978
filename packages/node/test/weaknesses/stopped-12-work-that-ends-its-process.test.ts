import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { isFull } from "../support/full.ts";
import { createNodeProcess } from "../support/node-process.ts";
import { createTestNetwork, type TestNetwork } from "../support/test-network.ts";

interface Interrupted {
  readonly queue: string;
  readonly rowKey: string;
  readonly state: string;
  readonly deaths: number;
}

let network: TestNetwork;
beforeAll(async () => {
  network = await createTestNetwork();
});
afterAll(() => network[Symbol.asyncDispose]());

/** HTTPS servers that hold every request until they are told to answer. */
async function openMuteServers(count: number) {
  let answers = false;
  let asked = 0;
  const urls: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const server = createServer(network.certificate, (request, response) => {
      asked += 1;
      request.resume();
      if (answers) response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    urls.push(`https://localhost:${(server.address() as AddressInfo).port}/`);
  }
  return {
    urls,
    asked: () => asked,
    answer() {
      answers = true;
    },
  };
}

/** A node whose webhook is called, and does not answer. */
async function startCalling(hooks = 1) {
  const server = await openMuteServers(hooks);
  const node = await createNodeProcess(network);
  onTestFinished(() => node[Symbol.asyncDispose]());
  await node.start();
  await node.order({ do: "install", url: node.url, title: "Ada" });
  for (const url of server.urls) await node.order({ do: "webhook", url, events: ["publication.signed"] });
  await node.publish("one");
  await expect.poll(server.asked, { timeout: 20_000 }).toBe(hooks);
  const interrupted = async () => (await node.order({ do: "interrupted" })) as Interrupted[];
  return { node, server, interrupted };
}

it("tries work that a kill interrupted beside the node, and does it", { timeout: 120_000 }, async () => {
  const { node, server, interrupted } = await startCalling(3);
  await node.kill();
  server.answer();
  await node.start();
  await expect.poll(interrupted, { timeout: 30_000 }).toEqual([]);
  expect(server.asked()).toBe(6);
  // Neither was it done again.
  await node.order({ do: "settle" });
  expect(server.asked()).toBe(6);
});

it("sets work aside at which its process dies each time, and only that", { timeout: 180_000 }, async () => {
  const { node, server, interrupted } = await startCalling();
  await node.kill();
  await node.start();
  await expect.poll(interrupted, { timeout: 20_000 }).toHaveLength(1);
  // The node itself never dies of it again.
  let asked = 1;
  for (const state of ["alone", "aside"]) {
    await expect.poll(server.asked, { timeout: 40_000 }).toBeGreaterThan(asked);
    asked = server.asked();
    expect(await node.killChildren()).toBe(1);
    await expect.poll(interrupted, { timeout: 20_000 }).toMatchObject([{ queue: "jobs", state }]);
  }
  const calls = server.asked();
  await node.kill();
  await node.start();
  server.answer();
  await node.publish("two");
  await expect.poll(server.asked, { timeout: 20_000 }).toBe(calls + 1);
  await pause(1_000);
  expect(server.asked()).toBe(calls + 1);
  const [row] = await interrupted();
  expect(row?.state).toBe("aside");
  await node.order({ do: "retry-aside", row: `jobs:${row?.rowKey}` });
  await expect.poll(interrupted, { timeout: 30_000 }).toEqual([]);
  expect(server.asked()).toBe(calls + 2);
});

it("loses and sets aside nothing where the node is killed again and again", {
  timeout: 180_000,
}, async () => {
  const { node, server, interrupted } = await startCalling(4);
  for (let kill = 0; kill < (isFull ? 4 : 1); kill += 1) {
    const before = server.asked();
    await node.kill();
    await node.start();
    await expect.poll(server.asked, { timeout: 40_000 }).toBeGreaterThan(before);
  }
  expect((await interrupted()).every(({ state }) => state !== "aside")).toBe(true);
  server.answer();
  await node.kill();
  await node.start();
  await expect.poll(interrupted, { timeout: 60_000 }).toEqual([]);
});
