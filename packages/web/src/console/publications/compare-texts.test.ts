import { expect, test } from "vitest";
import { compareTexts, foldSame } from "./compare-texts.ts";

const short = (before: string, after: string, language = "en") =>
  compareTexts(before, after, language)
    .map(({ kind, text }) => (kind === "same" ? text : kind === "added" ? `+${text}+` : `-${text}-`))
    .join("");

test.each([
  ["The loom weaves.", "The loom wove.", "The loom -weaves-+wove+."],
  ["Same", "Same", "Same"],
  ["It weaves. Well", "Short and new. Well", "-It weaves-+Short and new+. Well"],
  ["", "New", "+New+"],
  ["One\n\nTwo", "One\n\nAnd\n\nTwo", "One\n\n+And\n\n+Two"],
])("%j becomes %j by %j", (before, after, expected) => {
  expect(short(before, after)).toBe(expected);
});

test("Chinese is compared by words, which have no spaces between them", () => {
  expect(short("织布机编织花朵", "织布机编织叶子", "zh-Hans")).toBe("织布机编织-花朵-+叶子+");
});

test("texts that differ in much are compared by lines, and nothing is left out", () => {
  const before = Array.from({ length: 3_000 }, (_, index) => `a${index} b${index}`).join(" ");
  const after = before.replaceAll("a", "x");
  const parts = compareTexts(`Kept\n${before}`, `Kept\n${after}`, "en");
  expect(parts).toEqual([
    { kind: "same", text: "Kept\n" },
    { kind: "removed", text: before },
    { kind: "added", text: after },
  ]);
});

test("a long part that is the same is folded between changes", () => {
  const text = "word ".repeat(1_000);
  const [head = "", tail = ""] = foldSame(text, { isFirst: false, isLast: false });
  expect([text.startsWith(head), text.endsWith(tail)]).toEqual([true, true]);
  expect(head.length + tail.length).toBeLessThan(400);
  expect(foldSame(text, { isFirst: true, isLast: false })[0]).toBe("");
  expect(foldSame("short", { isFirst: true, isLast: true })).toEqual(["short"]);
});
