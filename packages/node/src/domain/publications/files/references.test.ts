import { expect, test } from "vitest";
import { limits } from "../../limits.ts";
import { findNamedPictures } from "../texts/named-pictures.ts";

const hashOf = (number: number) => `0x${number.toString(16).padStart(64, "0")}`;
const pathOf = (number: number) => `/ewp/contents/${hashOf(number)}`;

test("pictures that are named by their hash are found, each once", () => {
  const text = `![a](${pathOf(1)}) and ![b](<https://node.example${pathOf(2)}> "t"), ![](${pathOf(3)}?thumb=lg) ![a](${pathOf(1)}) ![a \\[b\\]](${pathOf(4)})`;
  expect(findNamedPictures(text)).toEqual([hashOf(1), hashOf(2), hashOf(3), hashOf(4)]);
});

test.each([
  `[a](${pathOf(1)})`,
  `(${pathOf(1)})`,
  `](${pathOf(1)})`,
  `![a](x) and [b](${pathOf(1)})`,
  `![a](${pathOf(1)}0)`,
  `![a](http://node.example${pathOf(1)})`,
  `![${"a".repeat(2_100)}](${pathOf(1)})`,
])("%#: that is none", (text) => {
  expect(findNamedPictures(text)).toEqual([]);
});

test(`no more than ${limits.storedPicturesPerText} are looked for`, () => {
  const some = (count: number) =>
    Array.from({ length: count }, (_, number) => `![](${pathOf(number)})`).join("");
  expect(findNamedPictures(some(limits.storedPicturesPerText))).toHaveLength(limits.storedPicturesPerText);
  expect(findNamedPictures(some(limits.storedPicturesPerText + 1))).toHaveLength(
    limits.storedPicturesPerText,
  );
});

test("a text that begins pictures without end is looked through once", () => {
  const mebibytes = 4 * 1024 * 1024;
  const began = process.cpuUsage();
  for (const begun of ["![", "![](https://", `![](${pathOf(1).slice(0, -1)}`, "](/ewp/contents/"]) {
    expect(findNamedPictures(begun.repeat(mebibytes / begun.length))).toEqual([]);
  }
  // Trying each beginning against all that follows it takes minutes.
  expect(process.cpuUsage(began).user).toBeLessThan(20_000_000);
});
