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

type Numbered = (...values: number[]) => unknown;

const functions = (value: unknown, path = ""): [string, Numbered][] => {
  if (typeof value === "function") return [[path, value as Numbered]];
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => functions(inner, `${path}.${name}`))
    : [];
};

test("one thing is never called by its plural", () => {
  const called = functions({ ...firstEn, ...en }).flatMap(([path, write]) => {
    try {
      // Messages of other values than numbers may not take these.
      return [[path, String(write(1, 1, 1, 1))]] as const;
    } catch {
      return [];
    }
  });
  expect(called.length).toBeGreaterThan(200);
  const plural =
    /(?<![\d,.])1 (?!(?:is|has|was|does|gets|wants|follows|proposes|appears|ms|Posts|\w*ss)\b)\w+s\b/;
  expect(called.filter(([, text]) => plural.test(text))).toEqual([]);
});
