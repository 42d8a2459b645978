import { expect, test } from "vitest";
import { mapProse } from "./prose.ts";

const shout = (text: string) => mapProse(text, (prose) => prose.toUpperCase());

test.each([
  ["a span", "a `b` c", "A `b` C"],
  ["a span over two lines", "a `b\nc` d", "A `b\nc` D"],
  ["a backtick without its end, and another in the next paragraph", "a ` b\n\nc ` d", "A ` B\n\nC ` D"],
  ["the same in a quote", "> a ` b\n>\n> c ` d", "> A ` B\n>\n> C ` D"],
  ["escaped backticks", "a \\` b \\` c", "A \\` B \\` C"],
  ["an escaped backslash before a span", "a \\\\`b` c", "A \\\\`b` C"],
  ["a backslash within a span", "a `b\\` c", "A `b\\` C"],
  ["a fence", "a\n```\nb\n\nc\n```\nd", "A\n```\nb\n\nc\n```\nD"],
  ["a fence in a quote", "> ~~~~\n> b\n> ~~~\n> ~~~~~\n> d", "> ~~~~\n> b\n> ~~~\n> ~~~~~\n> D"],
  ["a quote in a fence", "```\n> ```\nb\n```\nd", "```\n> ```\nb\n```\nD"],
  [
    "fences in items of items",
    "1. - ```\n     b\n     ```\n   - c `",
    "1. - ```\n     b\n     ```\n   - C `",
  ],
  ["a fence in indented code, which is none", "a\n\n    ```\n    b\n\nc", "A\n\n    ```\n    B\n\nC"],
  ["a fence in an item", "- ```js\n  b\n\n  c\n  ```\n- d", "- ```js\n  b\n\n  c\n  ```\n- D"],
])("%s", (_, text, expected) => {
  expect(shout(text)).toBe(expected);
});

test("an indented block is code, and no part of a list or a footnote", () => {
  const text = "- a\n\n    b\n\n[^1]: c\n\n    d\n\ne\n\n    f";
  const shouted = "- A\n\n    B\n\n[^1]: C\n\n    D\n\nE\n\n    f";
  expect(mapProse(text, (prose) => prose.toUpperCase(), { skipsIndented: true })).toBe(shouted);
});

test("takes time in proportion to a text of nothing but signs", () => {
  let changes = 0;
  for (const sign of ["` ", "\\`", "`\n\n", "\n>"])
    mapProse(sign.repeat(200_000), (prose) => {
      changes += 1;
      return prose;
    });
  expect(changes).toBeLessThan(600_000);
});
