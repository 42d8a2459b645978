import { describe, expect, test } from "vitest";
import { catalogues, chooseMessages } from "./catalogues.ts";
import { en } from "./en.ts";
import { groupDigits, zhText } from "./format.ts";
import { zh } from "./zh.ts";

test("times are shown in UTC", () => {
  const at = Date.UTC(2026, 2, 1, 23, 5, 9);
  expect(en.day(at)).toBe("1 March 2026");
  expect(en.second(at)).toBe("1 March 2026 at 23:05:09 UTC");
  expect(zh.day(at)).toBe("2026年3月1日");
});

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1_000, "1.0 kB"],
  [12_345, "12 kB"],
  [2_345_678, "2.3 MB"],
  [5_000_000_000_000, "5000 GB"],
])("%i bytes are %s", (bytes, words) => {
  expect(en.size(bytes)).toBe(words);
});

test("digits are compared in groups of four", () => {
  expect(groupDigits("0x12345678ab")).toEqual(["0x", "1234", "5678", "ab"]);
});

describe("no sentence is missing", () => {
  const paths = (value: unknown, path = ""): string[] =>
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => paths(inner, `${path}.${key}`))
      : [path];
  const at = (value: unknown, path: string) =>
    path
      .split(".")
      .slice(1)
      .reduce((inner, key) => (inner as Record<string, unknown>)[key], value);

  test.each(catalogues)("$name has every text that English has", (words) => {
    expect(paths(words)).toEqual(paths(en));
  });

  test("every sentence is translated", () => {
    const untranslated = paths(en).filter((path) => {
      const words = at(zh, path);
      if (typeof at(en, path) !== "string" || path === ".timeZone" || at(en, path) === "RSS") return false;
      return words === at(en, path) || typeof words !== "string" || !/\p{Script=Han}|^zh|，/u.test(words);
    });
    expect(untranslated).toEqual([]);
  });
});

test.each([
  [null, undefined, "en"],
  [null, "zh-CN,zh;q=0.9,en;q=0.8", "zh-Hans"],
  [null, "fr, zh;q=0.3, en;q=0.9", "en"],
  [null, "zh-TW;q=0", "en"],
  ["zh-Hans", "en", "zh-Hans"],
  ["klingon", "zh", "zh-Hans"],
  [null, ";;;,q=,,*", "en"],
])("chosen %j, accepted %j: %s", (chosen, accepted, language) => {
  expect(chooseMessages(chosen, accepted).language).toBe(language);
});

test("a reader who understands none gets the site's own language", () => {
  expect(chooseMessages(null, "fr", "zh-Hans").language).toBe("zh-Hans");
});

test.each([
  [zhText`使用${"MetaMask"}`, "使用 MetaMask"],
  [zhText`选择${"海边"}的评论`, "选择海边的评论"],
  [zhText`选择${"Ada"}的评论`, "选择 Ada 的评论"],
  [zhText`有 ${3} 件`, "有 3 件"],
  [zhText`取消关注${"Ada"}？`, "取消关注 Ada？"],
])("Chinese has a space beside what is Latin: %s", (text, expected) => {
  expect(text).toBe(expected);
});
