import { expect, test } from "vitest";
import { runSoak } from "./support/soak/run-soak.ts";

test("after a short mixed load descriptors and timers are as before, and memory is close to it", async () => {
  // `npm test -- --full` has the load for longer, and `npm run bench -- soak` for an hour.
  const half = process.env.TEST_ALL_CHECKS ? 15_000 : 10_000;
  const { first, last, tally } = await runSoak({
    totalMs: 2 * half,
    warmUpMs: half,
    everyMs: half,
    posts: 30,
    readers: 4,
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
