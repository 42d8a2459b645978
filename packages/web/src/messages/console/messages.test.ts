import { expect, test } from "vitest";
import { en } from "./en.ts";
import { firstEn } from "./first-en.ts";
import { firstZh } from "./first-zh.ts";
import { zh } from "./zh.ts";

const sentences = (value: unknown, path = ""): [string, string][] => {
  if (typeof value === "string") return [[path, value]];
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => sentences(inner, `${path}.${name}`))
    : [];
};
const chinese = new Map(sentences({ ...firstZh, ...zh }));

test("every sentence is translated", () => {
  const untranslated = sentences({ ...firstEn, ...en }).filter(
    ([path, english]) =>
      !/^(?:API|Webhooks)$/.test(english) &&
      (chinese.get(path) === english || !/\p{Script=Han}|^zh/u.test(chinese.get(path) ?? "")),
  );
  expect(untranslated).toEqual([]);
});
