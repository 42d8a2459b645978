import { expect, test } from "vitest";
import { countWords } from "./count-words.ts";

test.each([
  ["", 0, 0],
  ["# ** --- ##", 0, 0],
  ["One, two; it's well-known.", 4, 0],
  ["今天天气很好。", 6, 0],
  ["用 Markdown 写作", 4, 0],
  ["[a link](/ewp/contents/0x0123) and https://a.example/b/c?d=e f", 4, 0],
  ["3.14 and 1,000", 3, 0],
  ["word ".repeat(460), 460, 2],
  ["字".repeat(1_200), 1_200, 3],
])("%j has %i words and takes %i min", (text, words, minutes) => {
  expect(countWords(text)).toEqual({ words, minutes });
});
