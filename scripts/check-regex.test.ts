import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findExpressions, readExpressions } from "./regex/find-expressions.ts";
import { judgeExpression } from "./regex/judge-expression.ts";

describe("a regular expression is judged by the time that it takes", () => {
  test.each([
    ["(a+)+$", ""],
    ["^\\S+@\\S+\\s*\\((.+)\\)$", ""],
    ["\\/+$", ""],
    ["[\\p{Cc}--[\\n]]+$", "v"],
    ["<img\\b([^>]{0,4000}?)\\/?>", "gi"],
  ])("/%s/%s is not linear", (source, flags) => {
    expect(judgeExpression(source, flags)).toMatchObject({ isLinear: false });
  });

  test.each([
    ["(?<!\\/)\\/+$", ""],
    ["(?<!#)#+$", ""],
    ["<img\\b([^<>]*)>", "gi"],
    ["[[\\p{Cc}\\p{Cf}]--[\\n]]", "v"],
    ["^[a-z]+$", "u"],
  ])("/%s/%s is linear", (source, flags) => {
    expect(judgeExpression(source, flags)).toEqual({ isLinear: true });
  });
});

describe("the expressions of a file", () => {
  const read = (text: string) => readExpressions("a.ts", text);

  test("are its literals, and those that are made of constants and unknown words", () => {
    const open = "${";
    const text = [
      `const word = '[a-z]+'; const more = \`${open}word}+\`;`,
      "x.replace(/a\\/b/gu, '');",
      `new RegExp(\`^${open}more}$\`, 'i'); RegExp(word);`,
      `const f = (name: string) => new RegExp(\`${open}name}=(.*)\`);`,
    ].join("\n");
    const { known, unknown } = read(text);
    expect(known.map(({ at, source, flags }) => `${at} /${source}/${flags}`)).toEqual([
      "a.ts:2 /a\\/b/gu",
      "a.ts:3 /^[a-z]++$/i",
      "a.ts:3 /[a-z]+/",
      "a.ts:4 /qwz=(.*)/",
    ]);
    expect(unknown).toEqual([]);
  });

  test("that only a running program knows are told apart", () => {
    expect(read("const f = (s: string) => new RegExp(s.trim());").unknown).toEqual([
      { at: "a.ts:1", text: "new RegExp(s.trim())" },
    ]);
  });
});

test("the sources have hundreds of them", () => {
  expect(findExpressions(join(import.meta.dirname, "..")).known.length).toBeGreaterThan(500);
});
