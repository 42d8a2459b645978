import { describe, expect, test } from "vitest";
import { renderComment } from "../render-comment.ts";
import { renderMarkdown } from "../render-markdown.ts";
import { readLead, readMarkdownOpening } from "../text/opening.ts";

const html = (source: string) => renderMarkdown(source).html.replaceAll("\n", "");

test.each([
  ["H<sub>2</sub>O x<SUP class=a>2</SUP>", "<p>H<sub>2</sub>O x<sup>2</sup></p>"],
  ["<kbd>*</kbd> and <kbd>*</kbd>", "<p><kbd>*</kbd> and <kbd>*</kbd></p>"],
  ["**a <mark>*b*</mark> c**", "<p><strong>a <mark><em>b</em></mark> c</strong></p>"],
  ["a<br>b<br/>c</br >d", "<p>a<br />b<br />c<br />d</p>"],
  ["| a<br>b |\n|-|", "<th>a<br />b</th>"],
  [
    "- <ins>in</ins> <del>out</del> <u>u</u> <small>s</small>",
    "<li><ins>in</ins> <del>out</del> <u>u</u> <small>s</small></li>",
  ],
  ["[a <sub>b</sub>](/x)", "a <sub>b</sub></a>"],
  ["a^[n<sup>th</sup>]", "<p>n<sup>th</sup> "],
  ["a <!-- b\nc --> d", "<p>a  d</p>"],
])("elements within a line: %j", (source, expected) => {
  expect(html(source)).toContain(expected);
});

test.each([
  ["```x``` is code\n\n<details><summary>A</summary>\n\nB\n\n</details>", "<code>x</code>"],
  [
    "```md\n```js\n<details>\n```\n\n<details><summary>A</summary>\n\nB\n\n</details>",
    "```js&lt;details&gt;",
  ],
])("code ends where its fence ends, and elements begin again: %j", (source, code) => {
  expect(html(source)).toContain(code);
  expect(html(source)).toContain("<details><summary>A</summary><p>B</p></details>");
});

describe("a tag without its other one is words", () => {
  test.each([
    "<sub>a **b**",
    "a</sub> <sub/> b</sub>",
    "<sub>a\n\nb</sub>",
    "[a <sub>b](/x) c</sub>",
    "**a <sub>b**</sub",
    "| <sub>a | b</sub> |\n|-|-|",
    "<sup>a <sub>b</sup>",
    "# <mark>a\n\nb</mark>",
    "<details>\nb",
    "a\n<details>\nb",
    "</details>",
    "<summary>a</summary>",
    "<p align=center>a</p> b",
    "> <details>\n\n</details>",
    "- <details>\n\n</details>",
    "- a\n\n  <p>\n- b\n\n  </p>",
    "[^1] \n\n[^1]: <details>\n\n</details>",
    "    <details>\n    </details>",
    "`<sub>a</sub>`",
    "\\<sub>a\\</sub>",
    "```\n<details>\n</details>\n```",
    "a <!-- b",
    "<!-- a\n\nb",
    "<b>a</b> <Details>",
  ])("%j", (source) => {
    const shown = html(source);
    expect(shown).not.toMatch(/<(?:sub|mark|details|summary|div align|b)[\s>]/);
    const count = (text: string, tag: RegExp) => text.match(tag)?.length ?? 0;
    const typed = count(source, /<(?=\/?[a-z]|!--)/gi) - count(source, /<sup>a/g);
    expect(count(shown, /&lt;(?=\/?[a-z]|!--)/gi)).toBeGreaterThanOrEqual(typed - count(shown, /<\/?sup>/g));
  });
});

test.each([
  [
    "<details>\n<summary>A *b*</summary>\n\nc\n\n- d\n\n</details>\n\ne",
    "<details><summary>A <em>b</em></summary><p>c</p><ul><li>d</li></ul></details><p>e</p>",
  ],
  [
    "<details open><summary>A</summary>b\nc</details>",
    "<details open><summary>A</summary><p>bc</p></details>",
  ],
  [
    "<details>\n    <summary>\n    A\n    </summary>\n    b\n      - c\n</details>",
    "<details><summary>A</summary><p>b</p><ul><li>c</li></ul></details>",
  ],
  [
    "> <details>\n> <summary>A</summary>\n> b\n> </details>\n\nc",
    "<blockquote><details><summary>A</summary><p>b</p></details></blockquote><p>c</p>",
  ],
  ["1. <details>\n   b\n   </details>\n2. c", "<ol><li><details><p>b</p></details></li><li>c</li></ol>"],
  [
    "<details>\n\n```\n</details>\n```\n</details>",
    '<details><pre tabindex="0"><code>&lt;/details&gt;</code></pre></details>',
  ],
  ["<details><details>a</details></details>", "<details><details><p>a</p></details></details>"],
  ['a\n<p align="center">b\nc</p>\nd', '<p>a</p><div align="center"><p>bc</p></div><p>d</p>'],
  ["<div ALIGN=right class=x>\n\n# b\n\n</div>", '<div align="right"><h1>b</h1></div>'],
  ["<p>a</p>\n<p>b</p>", "<p>a</p><p>b</p>"],
  ["<details>\n<p>\n\na\n</details>", "<details><p>&lt;p&gt;</p><p>a</p></details>"],
  ["<!-- a\n\n<details>\n-->\nb\n</details>", "<p>b&lt;/details&gt;</p>"],
])("blocks: %j", (source, expected) => {
  expect(html(source)).toBe(expected);
});

test("no attribute comes through but two", () => {
  expect(html('<details ontoggle=alert(1) open>\n<summary onclick="a" id=b>c</summary>\nd\n</details>')).toBe(
    "<details open><summary>c</summary><p>d</p></details>",
  );
  expect(html("<p align='center\" onclick=a' style=color:red>\na</p>")).toMatch(/^<div align="center"><p>a/);
  expect(html("<mark onmouseover=alert(1)>a</mark><sub style=x>b</sub>")).toBe(
    "<p><mark>a</mark><sub>b</sub></p>",
  );
});

test("thousands of tags inside each other are no trouble", () => {
  const deep = (open: string, close: string) => html(`${open.repeat(10_000)}a${close.repeat(10_000)}`);
  expect(deep("<sub>", "</sub>").match(/<sub>/g)).toHaveLength(20);
  expect(deep("<details>\n", "\n</details>").match(/<details>/g)).toHaveLength(20);
  expect(deep("<details>", "</details>")).not.toContain("<details");
});

test("titles and openings have the words alone", () => {
  const source =
    "# H<sub>2</sub>O[^1]\n\n<p align=center>\n\nOf <kbd>a</kbd><br>b <!-- c -->\n\n</p>\n\n[^1]: d";
  expect(readMarkdownOpening(source)).toEqual({ title: "H2O", summary: "Of a b" });
  expect(renderMarkdown(source, { omitTitle: true }).titleHtml).toBe("H<sub>2</sub>O");
  expect(readLead("a<sup>2</sup>")).toBe("a2");
});

test("comments have the elements within a line", () => {
  expect(renderComment("x<sup>2</sup> <!-- y -->")).toBe("<p>x<sup>2</sup> &lt;!-- y --&gt;</p>\n");
  expect(renderComment("<details>\na\n</details>")).not.toContain("<details");
});
