import { expect, test } from "vitest";
import { boundsOfDay, formatDayRange } from "./format.ts";

test("a day begins at midnight of its zone and ends with the next one, also where the clock is changed", () => {
  const boundsOf = (day: string, timeZone: string) => {
    const { begin, end } = boundsOfDay(day, timeZone) ?? {};
    return [begin?.toISOString(), end?.toISOString()];
  };
  expect(boundsOf("2026-03-29", "Europe/Berlin")).toEqual([
    "2026-03-28T23:00:00.000Z",
    "2026-03-29T22:00:00.000Z",
  ]);
  expect(boundsOf("2026-10-25", "Europe/Berlin")).toEqual([
    "2026-10-24T22:00:00.000Z",
    "2026-10-25T23:00:00.000Z",
  ]);
  expect(boundsOf("1969-12-31", "Asia/Shanghai")).toEqual([
    "1969-12-30T16:00:00.000Z",
    "1969-12-31T16:00:00.000Z",
  ]);
  const none = ["", "12345-01-01", "2026-13-01"].map((day) => boundsOfDay(day, "UTC"));
  expect(none).toEqual([null, null, null]);
});

test("two days are written as a range; one that is not given is left open", () => {
  expect(formatDayRange("2026-01-01", "2026-01-05", "en")).toMatch(/^1\s?–\s?5 Jan 2026$/u);
  expect(formatDayRange("2026-01-01", "", "en")).toBe("1 Jan 2026 –");
  expect(formatDayRange("", "2026-01-05", "en")).toBe("– 5 Jan 2026");
  expect(formatDayRange("2026-01-05", "2026-01-01", "en")).toBe("5 Jan 2026 – 1 Jan 2026");
});
