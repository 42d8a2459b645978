import { addressOfContents } from "@freehold/protocol";
import { expect, test } from "vitest";
import { renderMarkdown } from "../../markdown/render-markdown.ts";
import { findFiles, writeReference } from "./referenced-files.ts";

const [first, second, third] = ["1", "2", "3"].map((digit) => `0x${digit.repeat(64)}`) as [
  string,
  string,
  string,
];

const pathOfFile = (hash: string) => addressOfContents("http://localhost:8543", hash);

test("the address of a file is whole where others reach the node", () => {
  expect(addressOfContents("https://ada.example", first)).toBe(`https://ada.example/ewp/contents/${first}`);
  expect(addressOfContents("https://ada.example/place", first)).toBe(`/ewp/contents/${first}`);
  expect(addressOfContents("http://localhost:8543", first)).toBe(`/ewp/contents/${first}`);
});

test("files of this node are found in a text, each once", () => {
  const text = `![a](${pathOfFile(first)}) [b](<${addressOfContents("https://ada.example", second)}> "t") ![again](${pathOfFile(first)}?thumb=lg)`;
  expect(findFiles([text, `![c](${pathOfFile(third)})`])).toEqual([first, second, third]);
});

test.each([
  `![x](https://elsewhere.example/x${pathOfFile(first)})`,
  `![x](http://elsewhere.example${pathOfFile(first)})`,
  pathOfFile(first),
  "![x](/ewp/contents/12)",
  `![x](${pathOfFile(first)}0)`,
])("%s refers to none", (text) => {
  expect(findFiles([text])).toEqual([]);
});

test.each(["A cat", "a [b](c) ]( d", "back\\slash *not* `code` <b>", "two\n\nlines", "鲸鱼"])(
  "the name %j comes through whole",
  (name) => {
    const picture = renderMarkdown(writeReference({ isPicture: true, name, path: "/api/contents/1" })).html;
    const alt = name.replace(/\s+/g, " ").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    expect(picture).toContain(`<img src="/api/contents/1" alt="${alt}"`);
    expect(writeReference({ isPicture: false, name: "notes.pdf", path: "/api/contents/2" })).toBe(
      "[notes.pdf](/api/contents/2)",
    );
  },
);
