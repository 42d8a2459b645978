import { setFlagsFromString } from "node:v8";
import { describe, expect, test } from "vitest";
import { composeText } from "../src/import-process/compose-text.ts";
import { measureGrowth } from "./support/measure-growth.ts";

// Posts of other programs come from a process of their own; what makes a post of them runs in the node.
const again = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length));
const longest = 4 * 1024 * 1024;
const files = Array.from({ length: 1_000 }, (_, n) => `${"a".repeat(900)}${n}`);
const links = new Map([...files, "b"].map((address) => [address, "/x"]));
const compose = (text: string) => composeText({ title: "t", markdown: text, tags: [] }, links);

const texts: Record<string, (length: number) => string> = {
  "a heading with blanks": (n) => `# a${again(" ", n)}b`,
  "a heading with marks": (n) => `# a${again(" #", n)}b`,
  "a line of equals signs": (n) => `a\n${again("=", n)}b`,
  "targets of blanks": (n) => again(`](${" ".repeat(50)}`, n),
  "one target of blanks": (n) => `](${again(" ", n)}`,
  "targets of brackets": (n) => `](${again(")", n)}`,
  "many targets": (n) => again("](b)", n),
  "targets like many others": (n) => again(`](${"a".repeat(890)})`, n),
  "open angle brackets": (n) => again("](<", n),
  "open attributes": (n) => again('src="', n),
};
describe("a post", () => {
  test.each(Object.entries(texts))("of %s is composed in time by its size", (_name, make) => {
    expect(measureGrowth(compose, make, longest)).toMatchObject({ isLinear: true });
  });
  test.each(["#", "_", "&a", "\\", " "])(
    "whose title is full of %j is composed in time by its size",
    (sign) => {
      const make = (length: number) => `${again(sign, length)}x`;
      const work = (title: string) => composeText({ title, markdown: "x", tags: [title] }, new Map());
      expect(measureGrowth(work, make, longest)).toMatchObject({ isLinear: true });
    },
  );
});

test("a long target is composed where the engine does not optimise expressions any more", () => {
  setFlagsFromString("--no-regexp-optimization");
  try {
    const markdown = `](${again(")", 32 * 1024 * 1024)}`;
    expect(compose(markdown)).toHaveLength(compose("](").length + markdown.length - 2);
  } finally {
    setFlagsFromString("--regexp-optimization");
  }
});

test("addresses are replaced where they are targets, with and without brackets around them", () => {
  const named = new Map([
    ["a.png", "/1"],
    ["a (b).png", "/2"],
    ["https://x.example/c(1).mp3", "/3"],
    ["it's.gif", "/4"],
  ]);
  const markdown = `![](a.png "t") [x](<a (b).png>) [y](https://x.example/c(1).mp3) (![](it's.gif)) [z]: a.png\n<img src="a.png"> a.png ![](a.png2) ![](a.png)![](it's.gif)![](no.gif)![](a.png)`;
  expect(composeText({ title: "", markdown, tags: [] }, named)).toBe(
    `![](/1 "t") [x](</2>) [y](/3) (![](/4)) [z]: /1\n<img src="/1"> a.png ![](a.png2) ![](/1)![](/4)![](no.gif)![](/1)\n`,
  );
});
