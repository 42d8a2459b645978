import { expect, it } from "vitest";
import { backoff } from "./backoff.ts";

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
