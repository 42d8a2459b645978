import { afterAll, beforeAll, expect, test } from "vitest";
import { attacks, type FairnessBench, openFairnessBench } from "../support/fairness/measure-fairness.ts";

const MB = 1_000_000;
const reads = 120;

let bench: FairnessBench;
beforeAll(async () => {
  bench = await openFairnessBench();
});
afterAll(() => bench[Symbol.asyncDispose]());

// What readers wait is measured by `npm run bench -- fairness`.
test.each(attacks)("%s from one address: readers elsewhere are never refused, memory stays", async (kind) => {
  const { refused, growth, statuses } = await bench.attack(kind, reads);
  expect(refused).toBe(0);
  expect(growth).toBeLessThan(100 * MB);
  process.stdout.write(`${kind}: ${Math.round(growth / MB)} MB more, ${JSON.stringify(statuses)}\n`);
});
