import { expect, it } from "vitest";
import { backoff, waitAsAsked } from "./retry.ts";

it("doubles from five seconds to a day, half of it by chance", () => {
  expect([1, 2, 3, 4].map((failures) => backoff(failures, 1))).toEqual([5_000, 10_000, 20_000, 40_000]);
  expect([1, 2, 3, 4].map((failures) => backoff(failures, 0))).toEqual([2_500, 5_000, 10_000, 20_000]);
  expect(backoff(2, 0.5)).toBe(7_500);
});

it("stays at a day, however many failures there were", () => {
  const day = 24 * 60 * 60 * 1000;
  expect(backoff(16, 1)).toBe(day);
  expect(backoff(1_000_000, 1)).toBe(day);
  expect(backoff(1_000_000, 0)).toBe(day / 2);
});

it("waits no shorter than was asked for, and spreads those who were sent away together", () => {
  const waits = Array.from({ length: 100 }, (_, index) => waitAsAsked(1, 60_000, index / 100));
  expect(Math.min(...waits)).toBe(60_000);
  expect(Math.max(...waits)).toBeGreaterThan(89_000);
  expect(new Set(waits).size).toBe(100);
});

it("adds an hour at the most to a day, and keeps its own time where less is asked for", () => {
  const day = 24 * 60 * 60 * 1000;
  expect(waitAsAsked(1, day, 1)).toBe(day + 60 * 60 * 1000);
  expect(waitAsAsked(1, 0, 0)).toBe(backoff(1, 0));
  expect(waitAsAsked(10, 1_000, 0.5)).toBe(backoff(10, 0.5));
});
