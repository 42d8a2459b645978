import { describe, expect, test } from "vitest";
import { toMailMarkup } from "../site/mail/mail-markup.ts";
import { boundFor } from "./bound-output.ts";
import { textLimits } from "./limits.ts";
import { commentBound, renderComment } from "./render-comment.ts";
import { markupBound, renderForeign } from "./render-foreign.ts";
import { excerptBound, renderMarkdown, textBound } from "./render-markdown.ts";
import { noParts } from "./text/text-parts.ts";

const again = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length));

/** Markdown that becomes far more HTML than it is long, of about so many characters. */
const markdown: Record<string, (length: number) => string> = {
  "one definition, many references": (length) =>
    `[a]: https://a.b/${"A".repeat(length / 2)}\n\n${again("[a] ", length / 2)}`,
  "references in a heading": (length) =>
    `[a]: https://a.b/${"A".repeat(length / 2)}\n\n# ${again("[a] ", length / 2)}`,
  "a short definition": (length) => `[a]: https://a.b/${"A".repeat(2_000)}\n\n${again("[a]", length)}`,
  "pictures by reference": (length) => `[a]: /${"A".repeat(length / 2)}\n\n${again("![a]", length / 2)}`,
  "captions by reference": (length) => `[a]: /a "${"A".repeat(length / 2)}"\n\n${again("![a]", length / 2)}`,
  galleries: (length) => again("![](/)\n", length),
  "references in cells": (length) =>
    `[a]: /${"A".repeat(length / 2)}\n\n|a|\n|-|\n${again("|[a]|\n", length / 2)}`,
  "references in notes": (length) => `[a]: /${"A".repeat(length / 2)}\n\n${again("^[[a]]", length / 2)}`,
  "references to one note": (length) => `[^1]: ${"a ".repeat(length / 4)}\n\n${again("[^1]", length / 2)}`,
  "notes in a line": (length) => again("^[a]", length),
  "cells of nothing": (length) => `|a|b|\n|:-:|:-:|\n${again("|\n", length)}`,
  "quotes in quotes": (length) => again(`${">".repeat(50)}\n\n`, length),
  tasks: (length) => again("- [ ] a\n", length),
  links: (length) => again("[a](b)", length),
  "Chinese addresses": (length) => again("[a](/世界) ", length),
  "a long Chinese address": (length) => `[a](/${"世".repeat(length)})`,
  "bare addresses": (length) => again("http://a.b\n", length),
  "mail addresses": (length) => again("a@b.co\n", length),
  quotes: (length) => again('"', length),
  angles: (length) => again("<", length),
  apostrophes: (length) => again("'", length),
  lines: (length) => again("a\n", length),
  stars: (length) => again("*a ", length / 2) + again("*", length / 2),
  formulas: (length) => again("$a$ ", length),
  fences: (length) => again("```\n", length),
};
const lengths = [200, 4_944, 24 * 1024];
const shapes = Object.entries(markdown).flatMap(([name, make]) =>
  lengths.map((length) => [name, length, make(length)] as const),
);

describe("the HTML is at most a multiple of the text", () => {
  test.each(shapes)("%s, %d characters", (_name, _length, source) => {
    const mine = { ...noParts, findTags: () => [] };
    for (const options of [{}, { parts: mine }, { origin: "https://ada.example" }]) {
      expect(renderMarkdown(source, options).html.length).toBeLessThanOrEqual(boundFor(source, textBound));
      const { html } = renderMarkdown(source, { ...options, excerpt: 900 });
      expect(html.length).toBeLessThanOrEqual(excerptBound.most);
    }
    const comment = source.slice(0, 5_000);
    expect(renderComment(comment).length).toBeLessThanOrEqual(boundFor(comment, commentBound));
  });
});

test("a text that would be too large is shown as it was typed, with a note", () => {
  const source = `[a]: https://a.b/${"A".repeat(2_000)}\n\n${"[a] & ".repeat(1_000)}\n\nThe <end>.`;
  const { html, cut } = renderMarkdown(source);
  expect(html).toContain("[a] &amp; [a] &amp; ");
  expect(html.trimEnd()).toMatch(/The &lt;end&gt;\.<\/p>$/);
  expect(cut).toBe(false);
});

test("a definition in a comment stays text, and its references too", () => {
  expect(renderComment("[a]: https://a.b/c\n\n[a]")).toBe(
    '<p>[a]: <a href="https://a.b/c" rel="nofollow ugc noopener noreferrer">https://a.b/c</a></p>\n<p>[a]</p>\n',
  );
});

test("a link whose address is too long leads nowhere", () => {
  expect(renderComment(`[a](https://a.b/${"A".repeat(2_100)})`)).toBe("<p>a</p>\n");
  expect(renderMarkdown(`[a](/${"A".repeat(2_100)}) ![b](/${"A".repeat(2_100)})`).html).toBe("<p>a b</p>\n");
});

const depthOf = (html: string) => {
  let [depth, deepest] = [0, 0];
  for (const [, close, name = ""] of html.matchAll(/<(\/?)(\w+)/g)) {
    if (/^(br|img|hr|input)$/.test(name)) continue;
    depth += close ? -1 : 1;
    deepest = Math.max(deepest, depth);
  }
  return { depth, deepest };
};

describe("what is nested without end", () => {
  const nested: Record<string, string> = {
    quotes: `${"> ".repeat(1_000)}the innermost words`,
    lists: `${Array.from({ length: 300 }, (_, n) => `${"  ".repeat(n)}- a`).join("\n")}\n${"  ".repeat(300)}the innermost words`,
    "lists in a line": `${"- ".repeat(1_000)}the innermost words`,
    "quotes and lists": `${"> - ".repeat(500)}the innermost words`,
    stars: `${"*a ".repeat(5_000)}the innermost words${"*".repeat(5_000)}`,
    strikes: `${"~~a **b ".repeat(2_000)}the innermost words${"**~~".repeat(2_000)}`,
    brackets: `${"[".repeat(1_000)}the innermost words${"](x)".repeat(1_000)}`,
  };
  test.each(Object.entries(nested))("%s keep their words in Markdown", (_name, source) => {
    for (const html of [renderMarkdown(source).html, renderComment(source)]) {
      expect(html).toContain("the innermost words");
      const { depth, deepest } = depthOf(html);
      expect(depth).toBe(0);
      expect(deepest).toBeLessThanOrEqual(100);
    }
  });

  test.each([90, 300, 16_300])("%d elements keep their words in a feed's entry", (count) => {
    const html = renderForeign(`<p>${"<b>a".repeat(count)}the innermost words</p>`, about);
    expect(html).toContain("the innermost words");
    expect(depthOf(html).deepest).toBeLessThanOrEqual(100);
  });
});

const about = { baseUrl: "https://feed.example/", pictureText: "Picture" };

describe("the HTML of a feed's entry", () => {
  const hostile: Record<string, (length: number) => string> = {
    nested: (length) => again("<b>a", length),
    "nested and never closed": (length) => again("<b>", length / 2) + again("</i>", length / 2),
    unknown: (length) => Array.from({ length: length / 8 }, (_, n) => `<x${n}>`).join(""),
    links: (length) => again("<a href=1>a</a>", length),
    pictures: (length) => again("<img src=1>", length),
    frames: (length) => again("<iframe src=1></iframe>", length),
    angles: (length) => again("<", length),
    ampersands: (length) => again("&", length),
    paragraphs: (length) => again("</p>", length),
    rules: (length) => again("<hr>", length),
    "an attribute": (length) => `<td colspan="${"9".repeat(length)}">a</td>`,
    "words in elements": (length) => again("<i>a</i>", length),
  };
  const baseUrl = `https://feed.example/${"x".repeat(2_000)}/`;
  test.each(Object.entries(hostile))("%s: is bounded whole and as an excerpt", (_name, make) => {
    for (const length of [1_000, 64 * 1024]) {
      const html = make(length);
      const whole = renderForeign(html, { ...about, baseUrl });
      // Text is escaped, and the rest is markup.
      expect(whole.length).toBeLessThanOrEqual(boundFor(html, markupBound) + 5 * html.length + 8_192);
      const excerpt = renderForeign(html, { ...about, baseUrl, excerpt: 900 });
      expect(excerpt.length).toBeLessThanOrEqual(900 * (textLimits.feedExcerptMultiple + 1) + 4_096);
      expect(depthOf(excerpt).depth).toBe(0);
    }
  });

  test("an address of more than 2,048 characters is none, and neither is such a base", () => {
    const long = "x".repeat(2_048);
    expect(renderForeign(`<a href="/${long}">a</a>`, about)).toBe("<span>a</span>");
    expect(renderForeign('<a href="b">a</a>', { ...about, baseUrl: `https://feed.example/${long}/` })).toBe(
      "<span>a</span>",
    );
  });

  test("an excerpt has its words, wherever they stand, and ends where it has enough", () => {
    const html = `<style>${"a{}".repeat(10_000)}</style><p>First &amp; <b>foremost</b></p>${"<p>word word</p>".repeat(200)}<hr>`;
    const excerpt = renderForeign(html, { ...about, excerpt: 40 });
    expect(excerpt).toBe("<p>First &amp; <b>foremost</b></p><p>word word</p><p>word word</p><p>wo…</p>");
  });
});

test("the styles of a mail are at most a multiple of its markup", () => {
  const markup = `<table>${"<tr><td></td></tr>".repeat(10_000)}</table>`;
  const colours = { ink: "#000000", muted: "#666666", line: "#eeeeee", accent: "#0000ff" };
  const mail = toMailMarkup(markup, "https://ada.example/slug/a", colours);
  expect(mail.length).toBeLessThanOrEqual(6 * markup.length + 128 * 1024);
  expect(mail).toContain("<td style=");
});
