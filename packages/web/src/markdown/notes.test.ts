import { expect, test } from "vitest";
import { renderMarkdown } from "./render-markdown.ts";

const text = `Deep.[^a] Strong^[From the *west*.] and deep[^a].

# Heading[^b]

| x[^c] |
| --- |

Last.[^d][^e][^f]

[^a]: One, with a [link](/x).

    Its second paragraph.

[^b]: Of the heading.
[^c]: Of the table.
[^d]: See[^a].
[^e]:
    - an item
[^f]: ![A picture](/ewp/contents/0x12)
`;
const render = (notesBeside: boolean) => renderMarkdown(text, { name: "7", notesBeside }).html;
const idsIn = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

test("notes stand below the text, with links both ways", () => {
  const html = render(false);
  expect(html).not.toMatch(/beside|hidden/);
  expect(html.match(/<li id="note-7-\d"/g)).toHaveLength(7);
  expect(html).toContain('<a class="note-ref" id="ref-7-1-1" href="#note-7-1" role="doc-noteref"');
  expect(html).toContain('href="#ref-7-1-1" role="doc-backlink"');
});

test("plain ones are also beside their first reference in a paragraph, hidden until a stylesheet has room", () => {
  const html = render(true);
  const beside = [...html.matchAll(/<span class="note-beside"([^>]*)>(.*?)<\/span>/g)];
  expect(beside.map(([, , note]) => note)).toEqual([
    '1. One, with a <a href="/x" rel="noopener noreferrer">link</a>.<br />Its second paragraph.',
    "2. From the <em>west</em>.",
  ]);
  for (const [, attributes] of beside)
    expect(attributes).toMatch(/ id="beside-7-\d" hidden="hidden" role="note"/);
  // Each reference to one leads there, too, and the place of the others stays below.
  expect(html.match(/href="#beside-7-1" hidden="hidden"/g)).toHaveLength(3);
  expect(html.match(/<li id="note-7-\d" class="beside" value="\d">/g)).toHaveLength(2);
  expect(html.match(/<li id="note-7-\d">/g)).toHaveLength(5);
  expect(new Set(idsIn(html)).size).toBe(idsIn(html).length);
});
