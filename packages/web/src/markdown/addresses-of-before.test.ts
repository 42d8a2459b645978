import { expect, test } from "vitest";
import { readReferences } from "./references.ts";
import { renderMarkdown } from "./render-markdown.ts";

const options = {
  home: "https://me.example",
  earlierUrls: ["https://old.example", "http://localhost:8543"],
} as const;
const html = (source: string) =>
  renderMarkdown(source, options).html.trim().replaceAll(' rel="noopener noreferrer"', "");
const hash = `0x${"0a".repeat(32)}`;

test.each([
  ["[a](https://old.example/slug/a?b#c)", '<p><a href="/slug/a?b#c">a</a></p>'],
  ["[a]\n\n[a]: http://localhost:8543/slug/a", '<p><a href="/slug/a">a</a></p>'],
  ["see https://old.example/slug/a.", '<p>see <a href="/slug/a">https://me.example/slug/a</a>.</p>'],
  ["<http://localhost:8543/slug/a>", '<p><a href="/slug/a">https://me.example/slug/a</a></p>'],
  [
    "[https://old.example/slug/a](https://old.example/slug/a)",
    '<p><a href="/slug/a">https://old.example/slug/a</a></p>',
  ],
])("%s leads to the present address", (source, expected) => {
  expect(html(source)).toBe(expected);
});

test("a picture at an address of before is one of this site", () => {
  const source = `![a](http://localhost:8543/ewp/contents/${hash}) ![b](https://old.example/publications/7/file)`;
  expect(html(source)).toContain(`<img src="/ewp/contents/${hash}" alt="a"`);
  expect(html(source)).toContain('<img src="/publications/7/file" alt="b"');
  expect(readReferences(source, options).pictures).toEqual([`/ewp/contents/${hash}`, "/publications/7/file"]);
});

test("a link alone in a paragraph quotes the post", () => {
  expect(readReferences("https://old.example/slug/a", options).quotes).toEqual(["/slug/a"]);
});

test.each([
  "`https://old.example/slug/a`",
  "    https://old.example/slug/a",
  "[a](http://localhost:8543/admin)",
  "[a](https://old.example//evil.example/a)",
  "[a](https://older.example/slug/a)",
])("%s stays as it is", (source) => {
  const { html: before } = renderMarkdown(source, { home: options.home });
  expect(renderMarkdown(source, options).html).toBe(before);
});
