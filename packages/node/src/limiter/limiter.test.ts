import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { readConfig } from "../config/config.ts";
import { createLimiter } from "./limiter.ts";
import { limits } from "./limits.ts";
import { networkOf } from "./network.ts";
import type { Queue } from "./queue.ts";

const limiter = () => createLimiter(readConfig({ FREEHOLD_DATA: "/nowhere" }));

/** Joins a queue, and lets all begin that may. @returns how many have begun */
async function join(queue: Queue, address: string, times: number): Promise<number> {
  let begun = 0;
  for (let time = 0; time < times; time += 1) {
    void queue.join(networkOf(address)).begun.then(() => (begun += 1));
  }
  // One begins in each turn of the event loop.
  for (let turn = 0; turn < 2 * times; turn += 1) await setImmediate();
  return begun;
}

test.each([
  ["operations", limits.operationsPerNetwork, 4],
  ["pages", limits.pagesPerNetwork, 16],
] as const)(
  "as many %s of one network begin as its limit says, and those of another one too",
  async (name, limit, most) => {
    expect(limit).toBe(most);
    const queue = limiter()[name];
    expect(await join(queue, "192.0.2.1", limit + 6)).toBe(limit);
    expect(await join(queue, "192.0.2.2", 1)).toBe(1);
    expect(await join(queue, "192.0.2.1", 1)).toBe(0);
  },
);

test("processes share what one network may send in a minute, and each has bursts of its own", () => {
  let time = 0;
  const { requests, shareWith } = createLimiter({ rateLimit: 6_000, connectionsPerAddress: 0 }, () => time);
  const network = networkOf("192.0.2.1");
  const takeAll = () => {
    let taken = 0;
    while (requests.take(network) === 0) taken += 1;
    return taken;
  };
  shareWith(3);
  expect(takeAll()).toBe(limits.requestBurst);
  time += 6_000;
  expect(takeAll()).toBe(200);
  shareWith(1);
  time += 6_000;
  expect(takeAll()).toBe(600);
});
