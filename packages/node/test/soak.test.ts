import { expect, test } from "vitest";
import { runSoak } from "./support/soak/run-soak.ts";

test("after a short mixed load descriptors and timers are as before, and memory is close to it", async () => {
  const { first, last, tally } = await runSoak({
    totalMs: 30_000,
    warmUpMs: 15_000,
    everyMs: 15_000,
    posts: 30,
  });
  // Connections to other nodes come and go by ones; the work of a while is hundreds of them.
  expect(last.descriptors).toBeLessThanOrEqual(first.descriptors + 4);
  expect(last.timers).toBeLessThanOrEqual(first.timers + 4);
  expect(last.sockets).toBeLessThanOrEqual(first.sockets + 4);
  expect(last.live).toBeLessThan(first.live * 1.5);
  const wanted = [
    "reads",
    "posts",
    "posts of peers",
    "comments",
    "questions",
    "owner's questions",
    "toxic clients",
  ];
  for (const name of wanted) {
    const { done = 0, failed = 0, lastFailure } = tally[name] ?? {};
    expect(done, `${name}: ${lastFailure}`).toBeGreaterThan(failed);
  }
}, 300_000);
