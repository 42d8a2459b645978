import { commentsEn } from "./comments-en.ts";
import { count } from "./count.ts";
import { frameEn } from "./frame-en.ts";
import { proofsEn } from "./proofs-en.ts";
import { readingEn } from "./reading-en.ts";
import { saySize } from "./say-size.ts";
import { visitorsEn } from "./visitors-en.ts";

const locale = "en-GB";
const day = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
const month = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" });
const clock = new Intl.DateTimeFormat(locale, { timeStyle: "medium", timeZone: "UTC" });
const number = new Intl.NumberFormat(locale);

/** Everything that a page says, in English. Times are milliseconds of the Unix epoch and are said in UTC; sizes are bytes. */
export const en = {
  /** BCP 47. */
  language: "en",
  /** What the language calls itself. */
  name: "English",

  day: (ms: number): string => day.format(ms),
  second: (ms: number): string => `${day.format(ms)} at ${clock.format(ms)} UTC`,
  month: (ms: number): string => month.format(ms),
  size: (bytes: number): string => saySize(bytes, (few) => count(few, "byte", "bytes")),
  number: (value: number): string => number.format(value),

  ...readingEn,
  ...proofsEn,
  ...visitorsEn,
  ...commentsEn,
  ...frameEn,
};

/** What every catalogue says, so that none can leave a sentence out. */
export type Words = typeof en;
