import { expect, test } from "vitest";
import { chooseLanguage } from "./choose-language.ts";

test.each([
  [[null, "zh-CN,zh;q=0.9,en;q=0.8", "en"], "zh"],
  [["zh-Hans", "en-GB", "en"], "zh"],
  [[null, "fr,de;q=0.5", "zh_TW"], "zh"],
  [[null, null, "pt-BR"], "en"],
  [[], "en"],
] as const)("%j: %s", (wishes, language) => {
  expect(chooseLanguage(...wishes)).toBe(language);
});
