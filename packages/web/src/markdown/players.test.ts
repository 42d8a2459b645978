import { expect, test } from "vitest";
import { readReferences } from "./references.ts";
import { type MarkdownOptions, renderMarkdown } from "./render-markdown.ts";
import { noParts, type SiteFile } from "./text/text-parts.ts";

const at = (sign: string) => `/ewp/contents/0x${sign.repeat(64)}`;
const home = "https://ada.example";
const file = (sign: string, mediaType: string): [string, SiteFile] => [
  at(sign),
  { path: `/publications/${sign}/file`, mediaType },
];
const files = new Map([
  file("1", "video/mp4"),
  file("2", "audio/mpeg"),
  file("3", "application/pdf"),
  file("4", "video/x-msvideo"),
]);
const html = (source: string, options: MarkdownOptions = {}) =>
  renderMarkdown(source, { parts: { ...noParts, files }, home, ...options }).html;

test.each([
  [
    "a link alone in a paragraph to a video",
    `[The *river*](${home}${at("1")})`,
    '<figure class="player"><video src="/publications/1/file" aria-label="The river" controls preload="metadata"></video>' +
      '<figcaption><a href="/publications/1/file" rel="noopener noreferrer">The <em>river</em></a></figcaption></figure>',
  ],
  [
    "and to a sound, also of a node that had these bytes before",
    `[Rain](https://old.example${at("2")})`,
    '<figure class="player"><audio src="/publications/2/file" aria-label="Rain" controls preload="none"></audio>' +
      '<figcaption><a href="/publications/2/file" rel="noopener noreferrer">Rain</a></figcaption></figure>',
  ],
  [
    "a video that is written as a picture",
    `![The "river"](${at("1")})`,
    '<p><video src="/publications/1/file" aria-label="The &quot;river&quot;" controls preload="metadata"></video></p>',
  ],
  [
    "a link within a line, which leads to the bytes",
    `See [the river](${at("1")}).`,
    '<p>See <a href="/publications/1/file" rel="noopener noreferrer">the river</a>.</p>',
  ],
  [
    "a document",
    `[Paper](${at("3")})`,
    '<p><a href="/publications/3/file" rel="noopener noreferrer">Paper</a></p>',
  ],
  [
    "a video that browsers don't play",
    `[Old](${at("4")})`,
    '<p><a href="/publications/4/file" rel="noopener noreferrer">Old</a></p>',
  ],
  [
    "a player within a link, of which the words stay",
    `[![The river](${at("1")})](https://river.example)`,
    '<p><a href="https://river.example" rel="noopener noreferrer">The river</a></p>',
  ],
  [
    "a file that is not public here",
    `[Secret](${at("9")})`,
    `<p><a href="${at("9")}" rel="noopener noreferrer">Secret</a></p>`,
  ],
])("%s", (_, source, expected) => {
  expect(html(source).trim()).toBe(expected);
});

test("where nothing is known of the files, as in feeds and mails, links stay links", () => {
  const source = `[The river](${home}${at("1")})`;
  expect(html(source, { parts: noParts }).trim()).toBe(
    `<p><a href="${home}${at("1")}" rel="noopener noreferrer">The river</a></p>`,
  );
});

test("the words of a player stay text", () => {
  const shown = html(`[<b onclick=x> "](${at("1")})\n\n![" onerror="x](${at("2")})`);
  expect(shown).not.toContain("<b");
  expect(
    shown.match(/<[a-z][^>]*>/g)?.filter((tag) => /\son\w+=/.test(tag.replace(/"[^"]*"/g, '""'))),
  ).toEqual([]);
});

test("a text names its links once, at whichever node", () => {
  const source = `[a](${home}${at("1")}) and [b](${at("1")}) [c](https://b.example${at("2")}) [d](/slug/x)\n\n![e](${at("3")})`;
  expect(readReferences(source)).toMatchObject({ files: [at("1"), at("2")], pictures: [at("3")] });
});
