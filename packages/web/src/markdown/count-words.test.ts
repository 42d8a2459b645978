import { expect, test } from "vitest";
import { countWords } from "./count-words.ts";

test.each([
  ["", 0, 0],
  ["# ** --- ##", 0, 0],
  ["One, two; it's well-known.", 4, 1],
  ["今天天气很好。", 6, 1],
  ["用 Markdown 写作", 4, 1],
  ["[a link](/ewp/contents/0x0123) and https://a.example/b/c?d=e f", 4, 1],
  ["3.14 and 1,000", 3, 1],
  ["word ".repeat(239), 239, 2],
  ["字".repeat(400), 400, 1],
])("%j has %i words and takes %i min", (text, words, minutes) => {
  expect(countWords(text)).toEqual({ words, minutes });
});
