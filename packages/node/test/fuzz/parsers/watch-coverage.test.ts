import { expect, test } from "vitest";
import { seededRandom } from "../../support/seeded-random.ts";
import { mutateBytes } from "./mutate-bytes.ts";
import { watchCoverage } from "./watch-coverage.ts";

/** Which of three ways a text goes. */
function wayOf(text: string): number {
  if (text.startsWith("a")) return 1;
  if (text.startsWith("b")) return 2;
  return 3;
}

test("reports code that runs for the first time, and no other", async () => {
  await using coverage = await watchCoverage(/watch-coverage\.test\.ts/);
  wayOf("c");
  await coverage.take();
  wayOf("c");
  expect(await coverage.take()).toBe(0);
  wayOf("a");
  expect(await coverage.take()).toBeGreaterThan(0);
  wayOf("a");
  expect(await coverage.take()).toBe(0);
  wayOf("b");
  expect(await coverage.take()).toBeGreaterThan(0);
});

test("changes depend on the seed alone", () => {
  const input = Buffer.from("bytes=0-9");
  const some = (seed: number) => {
    const random = seededRandom(seed);
    return Array.from({ length: 20 }, () => mutateBytes(input, [input], random).toString("hex"));
  };
  expect(some(1)).toEqual(some(1));
  expect(some(1)).not.toEqual(some(2));
  expect(new Set(some(1)).size).toBeGreaterThan(10);
});
