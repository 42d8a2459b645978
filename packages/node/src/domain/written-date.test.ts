import { dayInZone, instantInZone, isTimeZone } from "@freehold/protocol/internal";
import { describe, expect, test } from "vitest";
import { dateOfWriting, scheduledMoment } from "./written-date.ts";

test.each([
  ["UTC", true],
  ["Asia/Shanghai", true],
  ["America/Argentina/Buenos_Aires", true],
  ["Etc/GMT+5", true],
  ["+08:00", false],
  ["Mars/Olympus", false],
  ["", false],
  [`Asia/${"x".repeat(100)}`, false],
])("%s is a time zone: %s", (name, expected) => expect(isTimeZone(name)).toBe(expected));

test.each([
  ["2014-01-02T10:00:00Z", "Asia/Shanghai", "2014-01-02T02:00:00.000Z"],
  ["1969-07-20T20:17:00Z", "America/New_York", "1969-07-21T00:17:00.000Z"],
  // An hour that summer time skips, and one that comes twice.
  ["2026-03-29T02:30:00Z", "Europe/Berlin", "2026-03-29T01:30:00.000Z"],
  ["2026-10-25T02:30:00Z", "Europe/Berlin", "2026-10-25T00:30:00.000Z"],
  ["0050-06-01T12:00:00Z", "UTC", "0050-06-01T12:00:00.000Z"],
  ["0050-06-01T12:00:00.250Z", "Etc/GMT-1", "0050-06-01T11:00:00.250Z"],
])("the clock shows %s in %s at %s", (local, timeZone, instant) =>
  expect(new Date(instantInZone(Date.parse(local), timeZone)).toISOString()).toBe(instant),
);

test("a day begins at midnight of its zone", () => {
  expect(dayInZone(Date.parse("2026-11-26T16:08:00Z"), "Asia/Shanghai")).toBe("2026-11-27");
  expect(dayInZone(Date.parse("2026-11-26T16:08:00Z"), "UTC")).toBe("2026-11-26");
});

describe("the date of writing", () => {
  const now = Date.UTC(2026, 0, 1);
  const of = (writtenAt: string | null, writtenLocal: string | null, timeZone: string) => {
    const parse = (text: string | null) => (text === null ? null : Date.parse(text));
    const time = dateOfWriting(
      { writtenAt: parse(writtenAt), writtenLocal: parse(writtenLocal) },
      { timeZone, now },
    );
    return time === null ? null : new Date(time).toISOString();
  };

  test("without a zone is in that of the site", () => {
    expect(of("2014-01-02T00:00:00Z", "2014-01-02T00:00:00Z", "Asia/Shanghai")).toBe(
      "2014-01-01T16:00:00.000Z",
    );
    expect(of("2014-01-02T00:00:00Z", "2014-01-02T00:00:00Z", "America/New_York")).toBe(
      "2014-01-02T05:00:00.000Z",
    );
  });

  test("is the moment itself where the site's zone has the author's day, else that day", () => {
    expect(of("2014-01-01T16:08:00Z", "2014-01-02T00:08:00Z", "Asia/Shanghai")).toBe(
      "2014-01-01T16:08:00.000Z",
    );
    expect(of("2014-01-01T16:08:00Z", "2014-01-02T00:08:00Z", "UTC")).toBe("2014-01-02T00:08:00.000Z");
    expect(of("2014-01-01T16:08:00Z", null, "UTC")).toBe("2014-01-01T16:08:00.000Z");
  });

  test("may be before 1970, but not before the year 1, the time of no time, or to come", () => {
    expect(of("1969-07-20T20:17:00Z", null, "UTC")).toBe("1969-07-20T20:17:00.000Z");
    expect(of("0800-12-25T00:00:00Z", null, "UTC")).toBe("0800-12-25T00:00:00.000Z");
    expect(of("0001-01-01T00:00:00Z", null, "UTC")).toBeNull();
    expect(of("2026-01-01T00:00:01Z", null, "UTC")).toBeNull();
    expect(of(null, null, "UTC")).toBeNull();
  });
});

test.each([
  [
    "without a zone is in that of the site",
    "2026-01-01T10:00:00Z",
    "2026-01-01T10:00:00Z",
    "2026-01-01T02:00:00.000Z",
  ],
  // Another day in the site's zone than where it was written: the site would show it hours too early.
  ["with a zone is that moment", "2026-01-02T04:00:00Z", "2026-01-01T20:00:00Z", "2026-01-02T04:00:00.000Z"],
  ["in UTC is that moment", "2026-01-01T10:00:00Z", null, "2026-01-01T10:00:00.000Z"],
])("a time for which something is scheduled %s", (_what, at, local, expected) => {
  const date = { writtenAt: Date.parse(at), writtenLocal: local === null ? null : Date.parse(local) };
  expect(new Date(scheduledMoment(date, "Asia/Shanghai") ?? 0).toISOString()).toBe(expected);
});

test("no time is scheduled where there is none", () => {
  for (const date of [null, { writtenAt: null }, { writtenAt: Number.NaN }])
    expect(scheduledMoment(date, "UTC")).toBeNull();
});
