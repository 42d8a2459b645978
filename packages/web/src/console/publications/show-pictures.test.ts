import { expect, test } from "vitest";
import { findFiles, pathOfFile } from "./show-pictures.ts";

const [first, second, third] = ["1", "2", "3"].map((digit) => `0x${digit.repeat(64)}`) as [
  string,
  string,
  string,
];

test("files of this node are found in a text, each once", () => {
  const text = `![a](${pathOfFile(first)}) [b](<${pathOfFile(second)}> "t") ![again](${pathOfFile(first)}?thumb=lg)`;
  expect(findFiles([text, `![c](${pathOfFile(third)})`])).toEqual([first, second, third]);
});

test.each([
  `![x](https://elsewhere.example${pathOfFile(first)})`,
  pathOfFile(first),
  "![x](/ewp/contents/12)",
  `![x](${pathOfFile(first)}0)`,
])("%s refers to none", (text) => {
  expect(findFiles([text])).toEqual([]);
});
