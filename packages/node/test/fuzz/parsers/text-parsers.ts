import { renderMarkdown } from "../../../../web/src/markdown/render-markdown.ts";
import { makeSnippet } from "../../../src/domain/search/make-snippet.ts";
import { parseQuery } from "../../../src/domain/search/parse-query.ts";
import { readMarkdownText } from "../../../src/domain/search/read-markdown-text.ts";
import { splitWords } from "../../../src/domain/search/split-words.ts";
import { onText, type ParserTarget, promise } from "./parser-target.ts";

const markdown = [
  "# A title\n\nWords *with* **some** `code`, [a link](https://a.example 'x') and ![a picture](/p.png).\n\n> quoted\n\n1. one\n2. two\n\n- a\n  - b\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n\n```js\nlet x;\n```\n\n---\n\n<script>alert(1)</script>\n\n[ref]: javascript:alert(1)\n[ref]\n",
  "#tag @somebody <https://a.example/> https://b.example. ~~gone~~ \\*not\\* &amp; &#x41;\n===\n",
];
/** Tags and attributes that a page may have of somebody else's text. */
const tag =
  /<\/?(?:h[1-6]|p|blockquote|pre|code|hr|br|ul|ol|li|em|strong|s|a|img|table|thead|tbody|tr|th|td)(?: (?:href|title|rel|src|alt|loading|start|tabindex)="[^"<>]*")* ?\/?>/g;

/** What people write and others read: Markdown on its way into pages, and what is searched. */
export const textParsers: readonly ParserTarget[] = [
  onText(
    "renderMarkdown",
    (text) => {
      const { html, summary } = renderMarkdown(text, { headingShift: 1 });
      promise(
        !/[<>]/.test(html.replace(tag, "")),
        `This is in a page: ${html.replace(tag, "").slice(0, 200)}`,
      );
      promise(
        !/\s(?:href|src)="\s*(?:javascript|data|vbscript|file):/i.test(html),
        `This leads away: ${html}`,
      );
      promise(!/<img[^>]* src="(?:[a-z]+:)?\/\//i.test(html), `This is fetched from elsewhere: ${html}`);
      promise(summary.length <= 220, "A summary is long.");
      renderMarkdown(text, { excerpt: 50, omitTitle: true });
    },
    { seeds: markdown },
  ),
  onText("readMarkdownText", readMarkdownText, { seeds: markdown }),
  onText(
    "parseQuery",
    (text) => {
      const { wanted } = parseQuery(text);
      const parts = makeSnippet(text, wanted);
      promise(parts.map((part) => part.text).join("").length < 1_000, "A snippet is long.");
    },
    { seeds: ['words "a phrase" #tag @who -not from:ada before:2026-01-31', "字字 -", '"'] },
  ),
  onText(
    "splitWords",
    (text) => promise([...splitWords(text)].length <= text.length + 1, "There are more words than letters."),
    {
      seeds: ["don't stop 字🙂 e\u0301"],
    },
  ),
];
