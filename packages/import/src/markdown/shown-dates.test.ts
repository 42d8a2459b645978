import { expect, it, test } from "vitest";
import { readFrontMatter } from "./front-matter.ts";
import { findShownDates } from "./shown-dates.ts";

const fieldsOf = (matter: string) => readFrontMatter(`---\n${matter}\n---\n`).fields;
const read = (matter: string, config: Record<string, unknown> = {}, timeZone: string | null = null) => {
  const { shownFrom, shownUntil } = findShownDates(fieldsOf(matter), { fields: config, timeZone });
  const text = (at: number | null) => (at === null ? null : new Date(at).toISOString().slice(0, 16));
  return [text(shownFrom.writtenAt), text(shownUntil.writtenAt)];
};

test.each([
  ["date: 2014-01-02", "2014-01-02T00:00", null],
  ["date: 2014-01-02\npublishDate: 2999-01-01", "2999-01-01T00:00", null],
  // The date for which it is published is not that of writing.
  ["date: 2999-01-01\npublishDate: 2014-01-02", "2014-01-02T00:00", null],
  ["date: 2014-01-02\npubdate: 2999-01-01", "2999-01-01T00:00", null],
  ["date: 2014-01-02\npublished: 2999-01-01", "2999-01-01T00:00", null],
  ["date: 2014-01-02\npublished: true", "2014-01-02T00:00", null],
  ["date: 2014-01-02\npublish_date: 2999-01-01", "2999-01-01T00:00", null],
  ["date: 2014-01-02\nembargo: 2999-01-01", "2999-01-01T00:00", null],
  ["expiryDate: 2015-01-01", null, "2015-01-01T00:00"],
  ["unpublishDate: 2015-01-01", null, "2015-01-01T00:00"],
  ["expiryDate: 2999-01-01\nexpires: 2015-01-01", null, "2015-01-01T00:00"],
  ["expires: never", null, null],
  ["", null, null],
])("%j is shown from %s until %s", (matter, from, until) => expect(read(matter)).toEqual([from, until]));

it("reads dates from the fields that the configuration of Hugo names, and by default as before", () => {
  const config = { frontmatter: { publishDate: ["goesLive", ":default"], expirydate: ["ends"] } };
  expect(read("date: 2014-01-02\ngoesLive: 2999-01-01", config)).toEqual(["2999-01-01T00:00", null]);
  expect(read("date: 2014-01-02\nends: 2015-01-01", config)).toEqual([
    "2014-01-02T00:00",
    "2015-01-01T00:00",
  ]);
  expect(read("date: 2014-01-02", { frontmatter: { publishDate: [":filename", ":git"] } })[0]).toBe(
    "2014-01-02T00:00",
  );
});

it("places a date without a zone in the zone of the configuration, where it names one", () => {
  expect(read("date: 2014-01-02 10:00", {}, "Asia/Shanghai")[0]).toBe("2014-01-02T02:00");
  expect(read("date: 2014-01-02T10:00:00Z", {}, "Asia/Shanghai")[0]).toBe("2014-01-02T10:00");
  expect(read("expiryDate: 2014-01-02", {}, "America/New_York")[1]).toBe("2014-01-02T05:00");
});
