import { expect, test } from "vitest";
import { renderMarkdown } from "./render-markdown.ts";

const cells = (source: string) => renderMarkdown(source).html.split("<td").length - 1;
const KiB = 1024;

test("tables are shown as long as their text writes their cells", () => {
  expect(cells(`1|2\n-|-\n${"1|2\n".repeat(10 * KiB)}`)).toBe(20 * KiB);
  expect(cells(`|a|b|\n|:-|-:|\n${"|1|2|\n".repeat(10 * KiB)}`)).toBe(20 * KiB);
  expect(cells(`> |a|b|\n> |-|-|\n${"> |1|2|\n".repeat(KiB)}`)).toBe(2 * KiB);
  // A small table may have empty cells.
  expect(cells(`|a|b|c|d|\n|-|-|-|-|\n${"|1|\n".repeat(100)}`)).toBe(400);
});

test.each([
  ["rows of a bar", `|a|b|\n|-|-|\n${"|\n".repeat(32 * KiB)}`],
  ["empty rows of one column", `|a|\n|-|\n${"|\n".repeat(32 * KiB)}`],
  ["a wide first row", `${"a|".repeat(250)}\n${"-|".repeat(250)}\n${"a\n".repeat(KiB)}`],
])("%s that would be filled up stay as they were typed", (_name, source) => {
  const { html } = renderMarkdown(source);
  expect(html).not.toContain("<table");
  expect(html.length).toBeLessThan(2 * source.length);
});
