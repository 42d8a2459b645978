import { expect, test } from "vitest";
import { accentOfHue } from "./accent.ts";
import { drawBadge, shortenName } from "./badge.ts";

const base = { contentHash: `0x${"5a".repeat(32)}`, accent: accentOfHue(200), theme: "light" } as const;
const widthOf = (name: string) =>
  Number(/ width="(\d+)"/.exec(drawBadge({ ...base, label: name, text: shortenName(name) }))?.[1]);

test("a badge is no wider for a long name, of any script", () => {
  expect(shortenName("Ada")).toBe("Ada");
  expect(shortenName("x".repeat(1_000))).toBe(`${"x".repeat(28)}…`);
  expect(shortenName("盐".repeat(1_000))).toBe(`${"盐".repeat(14)}…`);
  for (const name of ["W".repeat(9_000), "盐".repeat(9_000), "😀".repeat(9_000)]) {
    expect(widthOf(name)).toBeLessThan(260);
  }
});

test("a name can't leave its text", () => {
  const name = `</text><script>"'&`;
  const badge = drawBadge({ ...base, label: name, text: name });
  expect(badge).not.toContain("<script");
  expect(badge).toContain("&lt;/text&gt;&lt;script&gt;&quot;&#x27;&amp;");
});
