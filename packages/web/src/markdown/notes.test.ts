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
const render = () => renderMarkdown(text, { name: "7" }).html;

test("notes stand below the text, with links both ways", () => {
  const html = render();
  expect(html).not.toMatch(/beside|hidden/);
  expect(html.match(/<li id="note-7-\d"/g)).toHaveLength(7);
  expect(html).toContain('<a class="note-ref" id="ref-7-1-1" href="#note-7-1" role="doc-noteref"');
  expect(html).toContain('href="#ref-7-1-1" role="doc-backlink"');
});
