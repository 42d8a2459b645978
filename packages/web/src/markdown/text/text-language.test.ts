import { expect, test } from "vitest";
import { languageOfText } from "./text-language.ts";

test.each([
  ["Ein Satz auf Deutsch.", ["de", "en"], "de"],
  ["A sentence in English.", ["zh-Hans", "en"], "en"],
  ["A sentence, and no likely language.", ["zh-Hans"], "en"],
  ["机器编织代数的图案。", ["en"], "zh"],
  ["機器編織代數的圖案。", ["zh-Hant", "en"], "zh-Hant"],
  ["用 TypeScript 写的程序，const a = 1 也在里面。", ["en", "zh-Hans"], "zh-Hans"],
  ["English with one 字 of Chinese in a longer sentence.", ["zh-Hans", "en"], "en"],
  ["これは日本語の文です。", ["en"], "ja"],
  ["한국어 문장입니다.", ["en"], "ko"],
  ["Українське речення.", ["uk"], "uk"],
  ["Words of an owner with a broken setting.", ["x", "en"], "en"],
  ["42 … 17", ["en"], null],
] as const)("%s", (text, likely, language) => {
  expect(languageOfText(text, likely)).toBe(language);
});
