import fc from "fast-check";
import { expect, it } from "vitest";
import { makeSnippet } from "./make-snippet.ts";
import { parseQuery } from "./parse-query.ts";

const snippet = (body: string, query: string) =>
  makeSnippet(body, parseQuery(query).wanted)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join("");

it("marks what was looked for, as it is written", () => {
  expect(snippet("Der Café-Besuch im #Wald.", "cafe #wald besu")).toBe("Der [Café]-[Besuch] im #[Wald].");
  expect(snippet("我们的世界和平很好", "世界和平")).toBe("我们的[世界和平]很好");
});

it("shows the place of the first match, cut between words", () => {
  const body = `${"lorem ipsum dolor ".repeat(100)}needle ${"sit amet ".repeat(100)}`;
  const text = snippet(body, "needle ");
  expect(text).toMatch(/^… (ipsum|dolor|lorem) .*\[needle\] sit .* …$/);
  expect(text.length).toBeLessThan(270);
});

it("begins at the beginning where nothing in the text matches", () => {
  expect(snippet("one two", "three")).toBe("one two");
  expect(snippet("", "three")).toBe("");
});

it("is a part of the text, for any text and any search", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 900 });
  fc.assert(
    fc.property(text, text, (body, query) => {
      const parts = makeSnippet(body, parseQuery(query).wanted);
      const inner = parts.filter(({ text }, index) => !(index === 0 && text === "… ") && text !== " …");
      expect(body.includes(inner.map(({ text: piece }) => piece).join(""))).toBe(true);
      for (const { text: piece } of parts) expect(piece.isWellFormed()).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});
