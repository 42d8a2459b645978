import { expect, test } from "vitest";
import { boundsOfDay, formatDayRange } from "./format.ts";

test("a day begins at midnight and ends with the next one, also where the clock is changed", () => {
  const hours = ["2026-03-29", "2026-10-25", "2026-12-31"].map((day) => {
    const { begin, end } = boundsOfDay(day) ?? {};
    return [begin?.getHours(), end?.getHours(), end?.getDate()];
  });
  expect(hours).toEqual([
    [0, 0, 30],
    [0, 0, 26],
    [0, 0, 1],
  ]);
  expect([boundsOfDay(""), boundsOfDay("12345-01-01"), boundsOfDay("2026-13-01")]).toEqual([
    null,
    null,
    null,
  ]);
});

test("two days are written as a range; one that is not given is left open", () => {
  expect(formatDayRange("2026-01-01", "2026-01-05", "en")).toMatch(/^1\s?–\s?5 Jan 2026$/u);
  expect(formatDayRange("2026-01-01", "", "en")).toBe("1 Jan 2026 –");
  expect(formatDayRange("", "2026-01-05", "en")).toBe("– 5 Jan 2026");
  expect(formatDayRange("2026-01-05", "2026-01-01", "en")).toBe("5 Jan 2026 – 1 Jan 2026");
});
