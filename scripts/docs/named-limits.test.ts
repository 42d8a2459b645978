import { globSync } from "node:fs";
import { join } from "node:path";
import { importFormatLimits } from "@freehold/import";
import { protocolLimits } from "@freehold/protocol/internal";
import { expect, test } from "vitest";
import { limits as domain } from "../../packages/node/src/domain/limits.ts";
import { newsletterLimits } from "../../packages/node/src/modules/newsletter/limits.ts";
import { readsLimits } from "../../packages/node/src/modules/reads/limits.ts";
import { foundLimits } from "../../packages/node/src/modules/webmention/limits.ts";
import { limitTables } from "../limits.ts";
import { readPage } from "./read-page.ts";

const root = join(import.meta.dirname, "../..");
/** A number and its unit, and then the name of its limit, with the title of its table where two tables have the name. */
const named = /(\w+|[\d,.]+)\s?([\p{L}]*)<!-- limit: (\w+)(?: of ([^>]+?))? -->/gu;
const words: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3, five: 5, ten: 10 };
const units: Readonly<Record<string, number>> = {
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  second: 1e3,
  minute: 6e4,
  hour: 36e5,
  day: 864e5,
  天: 864e5,
  分钟: 6e4,
  小时: 36e5,
};
/** Values that pages name beside those of the tables. */
const others: Readonly<Record<string, number>> = {
  ...protocolLimits,
  deliveryMs: domain.deliveryMs,
  mailMs: domain.mailMs,
  keptMailsMs: newsletterLimits.keptMailsMs,
  keptDays: readsLimits.keptDays,
  usualLeaseSeconds: foundLimits.usualLeaseSeconds,
  comments: importFormatLimits.comments,
  commentLength: importFormatLimits.commentLength,
};

/** A limit in bytes, milliseconds or pieces. */
function findLimit(name: string, title: string | undefined): number | undefined {
  const found = limitTables
    .filter((table) => title === undefined || table.title === title)
    .flatMap(({ rows }) => rows.filter((row) => row.name === name));
  if (found.length > 1) throw new Error(`Two tables have the limit ${name}: add "of" and the title of one.`);
  const value = found[0]?.value ?? others[name];
  return value !== undefined && name.endsWith("Seconds") ? value * 1000 : value;
}

/** Whether a number holds for a limit. Bytes in powers of 1,000 may be a little less than what is possible. */
function holds(amount: number, unit: string, limit: number | undefined): boolean {
  if (limit === undefined) return false;
  const size = units[unit] ?? units[unit.replace(/s$/, "")] ?? 1;
  const stated = amount * size;
  return /^[kMG]B$/.test(unit) ? stated <= limit && stated > 0.9 * limit : stated === limit;
}

const pages = globSync("docs/{,zh/}*.md", { cwd: root });
const numbers = pages.flatMap((path) =>
  [...readPage(path).matchAll(named)].map(([text, amount = "", unit = "", name = "", title]) => ({
    at: `${path}: ${text.replace(/\s+/g, " ")}`,
    amount: words[amount] ?? Number(amount.replaceAll(",", "")),
    // A number of days in a row is a number.
    unit: /Ms$|Bytes$|Seconds$/.test(name) ? unit : "",
    limit: findLimit(name, title),
  })),
);

test("each limit that a page names has the number of the program", () => {
  expect(numbers.length).toBeGreaterThan(15);
  const wrong = numbers.filter(({ amount, unit, limit }) => !holds(amount, unit, limit));
  expect(wrong.map(({ at, limit }) => `${at} is ${limit}`)).toEqual([]);
  expect(holds(4, "GB", 4 * 2 ** 30) && holds(30, "days", domain.trashMs)).toBe(true);
  expect(
    holds(5, "GB", 4 * 2 ** 30) || holds(31, "days", domain.trashMs) || holds(3, "GB", 4 * 2 ** 30),
  ).toBe(false);
});
