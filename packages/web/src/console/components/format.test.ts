import { expect, test } from "vitest";
import { boundsOfDay, formatDayRange, formatMoment } from "./format.ts";

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

test("a time within a day is said relative to now, in Chinese with a space after the number", () => {
  const now = Date.UTC(2026, 0, 5, 12);
  const said = (language: string, ...agos: number[]) =>
    agos.map((minutes) => formatMoment(now - minutes * 60_000, language, now, "UTC"));
  expect(said("en", 0, 1, 5, 120, -5, 1440)).toEqual([
    "now",
    "1 minute ago",
    "5 minutes ago",
    "2 hours ago",
    "in 5 minutes",
    "4 Jan 2026",
  ]);
  expect(said("zh-CN", 0, 1, 5, 120, -5, 1440)).toEqual([
    "刚刚",
    "1 分钟前",
    "5 分钟前",
    "2 小时前",
    "5 分钟后",
    "2026年1月4日",
  ]);
});
