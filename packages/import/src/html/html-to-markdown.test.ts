import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { renderMarkdown } from "../../../web/src/markdown/render-markdown.ts";
import { importFormatLimits as limits } from "../limits.ts";
import { escapeText } from "./escape-text.ts";
import { htmlToMarkdown } from "./html-to-markdown.ts";

const base = "https://old.example/2014/a-post/";
const convert = async (html: string) => (await htmlToMarkdown(html, { base })).markdown;

test.each([
  ["<p>a <b>b</b> <i>c</i> <del>d</del></p>", "a **b** *c* ~~d~~"],
  ["<p>a</p><p> </p><p></p><div><div>b</div></div>", "a\n\nb"],
  ["a<br>b", "a  \nb"],
  ["<h1>One</h1><h4>Four\nlines</h4><h2></h2>", "## One\n\n#### Four lines"],
  ["<ul><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li></ul>", "- a\n  - b\n- c\n\n  d"],
  ["<ol start=9><li>a</li><li>b<pre>x</pre></li></ol>", "9. a\n10. b\n\n    ```\n    x\n    ```"],
  ["<ul><li><input type=checkbox checked> a</li><li><input type=checkbox> b</li></ul>", "- [x] a\n- [ ] b"],
  ["<blockquote><p>a</p><p>b</p></blockquote><hr>", "> a\n>\n> b\n\n---"],
  [`<pre class="brush: php; gutter: false">&lt;?php\n\necho 1;</pre>`, "```php\n<?php\n\necho 1;\n```"],
  [`<pre><code class="hljs language-js">a\`\`\`b</code></pre>`, "```js\na```b\n```"],
  ["<pre>```\nx</pre>", "````\n```\nx\n````"],
  [
    "<p><code>a`b</code> <kbd>Ctrl</kbd> x<sup>2</sup> H<sub>2</sub>O 1<sup>st</sup></p>",
    "``a`b`` <kbd>Ctrl</kbd> x² H₂O 1<sup>st</sup>",
  ],
  [
    "<table><tr><th>a</th><th>b|c</th></tr><tr><td>1<br>2</td><td></td></tr></table>",
    "| a | b\\|c |\n| --- | --- |\n| 1<br>2 | |",
  ],
  ["<table><tr><td>1</td><td colspan=2>2</td></tr></table>", "|  |  |\n| --- | --- |\n| 1 | 2 |"],
  ["<table><tr><td><p>a</p></td></tr><tr><td><ul><li>b</li></ul></td></tr></table>", "a\n\n- b"],
  [
    "<dl><dt>a</dt><dd>b</dd></dl><details><summary>c</summary>d</details>",
    "**a**\n\nb\n\n<details>\n<summary>c</summary>\n\nd\n\n</details>",
  ],
  [`<b style="font-weight:normal">a</b> <span style="font-weight:700">b</span>`, "a **b**"],
  ["<p>字<b>重点。</b>后</p>", "字**重点**。后"],
  ["<ruby>漢<rt>kan</rt></ruby> <q>q</q>", "漢(kan) “q”"],
])("%s", async (html, markdown) => expect(await convert(html)).toBe(markdown));

describe("text stays as it was shown", () => {
  test.each([
    "1. a",
    "1) a",
    "# a",
    "- a",
    "+ a",
    "> a",
    "* a",
    "===",
    "---",
    "~~~",
    "a_b _c_ *d* `e` [f](g) ![h]",
    "![a](b)",
    "\\a",
    "&copy; &#65; <b>x</b> <https://a.example>",
    "$x$ and $$y$$",
    "$5 and $10",
    "~~a~~",
    "[^1]: x",
    "a|b",
    "<script>alert(1)</script>",
  ])("%s", async (text) => {
    const html = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    const shown = renderMarkdown(await convert(`<p>${html}</p>`)).html;
    expect(shown).toBe(
      `<p>${html.replaceAll(">", "&gt;")}</p>\n`.replace(
        /(?<=&lt;)https[^&]*(?=&gt;)/,
        '<a href="$&" class="bare" rel="noopener noreferrer">$&</a>',
      ),
    );
  });

  it("leaves addresses whole", () => {
    expect(escapeText("_a_ https://a.example/_b_c*?d=[")).toBe("\\_a\\_ https://a.example/_b_c*?d=\\[");
    expect(escapeText("- https://a.example")).toBe("\\- https://a.example");
  });
});

describe("links", () => {
  test.each([
    [
      "<a href='/about'>x</a> <a href='../b'>y</a>",
      "[x](https://old.example/about) [y](https://old.example/2014/b)",
    ],
    [
      "<a href='https://a.example/(b) c'>x</a>!<a href='d'>e</a>",
      "[x](https://a.example/%28b%29%20c)\\![e](https://old.example/2014/a-post/d)",
    ],
    [
      "<a href='javascript:alert(1)'>x</a> <a href='data:,y'>y</a> <a name=z>z</a> <a href='#z'>up</a>",
      "x y z up",
    ],
    ["<a href='https://a.example/b'>https://a.example/b</a>", "<https://a.example/b>"],
    [
      `<iframe src="//www.youtube.com/embed/a-1?rel=0"></iframe>x`,
      "<https://www.youtube.com/watch?v=a-1>\n\nx",
    ],
    [
      `<iframe src="https://player.vimeo.com/video/7" title="A film"></iframe>`,
      "[A film](https://vimeo.com/7)",
    ],
    [
      `<video src="/v.mp4"></video><audio><source src="a.mp3"></audio>`,
      "<https://old.example/v.mp4>\n\n<https://old.example/2014/a-post/a.mp3>",
    ],
    [`<script src="https://gist.github.com/a/b1.js"></script>`, "<https://gist.github.com/a/b1>"],
    [
      `<a class="kg-bookmark-container" href="https://a.example/"><div class="kg-bookmark-title">T</div><div>D</div></a>`,
      "[T](https://a.example/)",
    ],
    [`<div class="kg-card kg-callout-card"><div>💡</div><div>Note</div></div>`, "> 💡 Note"],
  ])("%s", async (html, markdown) => expect(await convert(html)).toBe(markdown));
});

describe("pictures", () => {
  it("are named with their description, in full size, and with their caption", async () => {
    const html = `<figure><a href="/u/a.jpg"><img src="/u/a-300x200.jpg" alt="A *cat*"></a><figcaption>Tom</figcaption></figure>`;
    expect(await htmlToMarkdown(html, { base })).toEqual({
      markdown: '![A \\*cat\\*](https://old.example/u/a.jpg "Tom")',
      files: [{ address: "https://old.example/u/a.jpg", name: "a.jpg", description: "A *cat*", open: null }],
      notes: [],
    });
  });

  it("come from the archive, as other files that are linked do", async () => {
    const open = () => Promise.resolve((async function* () {})());
    const fileAt = (address: string) =>
      address.startsWith("https://old.example/u/") ? { address: address.slice(20), open } : null;
    const html = `<img data-src="/u/a.png" src="data:image/gif;base64,AAAA"><a href="/u/b.pdf">PDF</a><a href="/c">c</a>`;
    const { markdown, files } = await htmlToMarkdown(html, { base, fileAt });
    expect(markdown).toBe("![](u/a.png)[PDF](u/b.pdf) [c](https://old.example/c)");
    expect(files).toMatchObject([
      { address: "u/a.png", open },
      { address: "u/b.pdf", open },
    ]);
  });

  it("may stand in the text itself", async () => {
    const { markdown, files } = await htmlToMarkdown(`<img src="data:image/jpeg;base64,/9j/" alt="x">`, {
      base,
    });
    expect(markdown).toBe("![x](embedded-1.jpg)");
    expect(Buffer.concat(await Array.fromAsync((await files[0]?.open?.()) ?? []))).toEqual(
      Buffer.from("/9j/", "base64"),
    );
  });
});

test("footnotes become notes", async () => {
  const html = `<p>a<sup><a href="#fn:1" id="r">1</a></sup> b<a href="#x">[2]</a></p>
    <ol><li id="fn:1">One.&nbsp;<a href="#r">↩︎</a></li></ol><p id="x">[2] Two</p>`;
  expect(await convert(html)).toBe("a[^fn-1] b[^x]\n\n[^fn-1]: One.\n\n[^x]: Two");
});

test("says what was left out", async () => {
  const { markdown, notes } = await htmlToMarkdown(
    "<form>a</form><svg></svg><script>b</script><style>c</style>d",
    { base: null },
  );
  expect([markdown, notes]).toEqual([
    "a\n\nd",
    ["A form was left out; its words are kept.", "A drawing (SVG) was left out.", "A script was left out."],
  ]);
});

test("nothing of a page's programs is left", async () => {
  const html = readFileSync(
    new URL("../../../web/src/markdown/render-markdown.test.ts", import.meta.url),
    "utf8",
  );
  const { html: shown } = renderMarkdown(
    await convert(`${html}<img src=x onerror=alert(1)><a href="java\nscript:alert(1)">x</a>`),
  );
  expect(shown).not.toMatch(/<script|<iframe|<[^<>]*\sonerror=|href="\s*java/i);
});

test("HTML beyond the limits is refused, and what is deep is flattened", async () => {
  const refused = { code: "IMPORT_INVALID" };
  await expect(convert("x".repeat(limits.htmlLength + 1))).rejects.toMatchObject(refused);
  await expect(convert("<i>x</i>".repeat(limits.htmlElements + 1))).rejects.toMatchObject(refused);
  await expect(
    convert(`${"<b><i><s>".repeat(4)}${"<p>x</p>".repeat(limits.htmlElements - 12)}`),
  ).rejects.toThrow("tangled");
  expect(await convert("<i>x</i>".repeat(limits.htmlElements))).toContain("*x*");
  expect(await convert(`${"<blockquote>".repeat(10_000)}x`)).toBe(`${"> ".repeat(limits.htmlDepth)}x`);
});
