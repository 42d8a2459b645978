import { expect, test } from "vitest";
import { en } from "./en.ts";
import { zh } from "./zh.ts";

const sentences = (value: unknown, path = ""): [string, string][] => {
  if (typeof value === "string") return [[path, value]];
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => sentences(inner, `${path}.${name}`))
    : [];
};
const chinese = new Map(sentences(zh));

test.each(sentences(en))("%s is translated", (path, english) => {
  expect(chinese.get(path)).not.toBe(english);
  expect(chinese.get(path)).toMatch(/\p{Script=Han}|^zh/u);
});
