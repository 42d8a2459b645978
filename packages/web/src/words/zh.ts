import { commentsZh } from "./comments-zh.ts";
import type { Words } from "./en.ts";
import { frameZh } from "./frame-zh.ts";
import { proofsZh } from "./proofs-zh.ts";
import { readingZh } from "./reading-zh.ts";
import { saySize } from "./say-size.ts";
import { visitorsZh } from "./visitors-zh.ts";

const locale = "zh-CN";
const day = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
const month = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" });
const clock = new Intl.DateTimeFormat(locale, { timeStyle: "medium", timeZone: "UTC" });
const number = new Intl.NumberFormat(locale);

/** Everything that a page says, in Chinese. */
export const zh: Words = {
  language: "zh-Hans",
  name: "中文",

  day: (ms) => day.format(ms),
  second: (ms) => `${day.format(ms)} ${clock.format(ms)}（UTC）`,
  month: (ms) => month.format(ms),
  size: (bytes) => saySize(bytes, (few) => `${number.format(few)} 字节`),
  number: (value) => number.format(value),

  ...readingZh,
  ...proofsZh,
  ...visitorsZh,
  ...commentsZh,
  ...frameZh,
};
