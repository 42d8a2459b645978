import { count, englishNumber as number } from "../site/format.ts";

/** Texts of the reads of posts, in English. */
export const postsEn = {
  didYouMean: "Did you mean:",
  postOrders: {
    label: "Order",
    names: { date: "Newest first", changed: "Last changed", title: "By title", reads: "Most read" },
  },
  reads: {
    title: "Reads",
    number: (value: number): string => number.format(value),
    spans: { today: "Today", week: "7 days", month: "30 days" },
    inDays: (value: number): string =>
      `${value === 0 ? "No reads" : count(value, "read", "reads")} in 30 days`,
    all: (value: number): string =>
      `${value === 0 ? "No reads" : count(value, "read", "reads")} in 30 days: the most read posts`,
    hint: "Pages that your node sent to browsers. Programs and your own visits are left out where they can be recognised.",
  },
};
