import { renderComment } from "../../../../web/src/markdown/render-comment.ts";
import { renderMarkdown } from "../../../../web/src/markdown/render-markdown.ts";
import { makeSnippet } from "../../../src/domain/search/make-snippet.ts";
import { parseQuery } from "../../../src/domain/search/parse-query.ts";
import { readMarkdownText } from "../../../src/domain/search/searchable-text.ts";
import { splitWords } from "../../../src/domain/search/terms.ts";
import { onText, type ParserTarget, promise } from "./parser-target.ts";

const markdown = [
  "# A title\n\nWords *with* **some** `code`, [a link](https://a.example 'x') and ![a picture](/p.png).\n\n> quoted\n\n1. one\n2. two\n\n- a\n  - b\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n\n```js\nlet x;\n```\n\n---\n\n<script>alert(1)</script>\n\n[ref]: javascript:alert(1)\n[ref]\n",
  "#tag @somebody <https://a.example/> https://b.example. ~~gone~~ \\*not\\* &amp; &#x41;\n===\n",
  "Words[^1] of $x^2$.\n\n- [ ] a task\n- [x] one\n\n[^1]: a note\n\n$$\n\\frac{1}{2}\n$$\n\n```mermaid\ngraph LR\nA --> B\n```\n\n/publications/1\n",
];
/** A tag as it is written; what begins like one and is none may be one to a browser. */
const tag = /<\/?([a-z][\w-]*)((?:\s+[\w:-]+(?:="[^"<>]*")?)*)\s*\/?>/gi;
/** What runs, loads, frames, sends, or changes what is around it. */
const badTags =
  /^(script|style|iframe|frame|object|embed|applet|base|link|meta|form|button|textarea|select|template|video|audio|use|image|foreignobject|animate\w*|set|annotation\S*|maction)$/i;
const badAttributes = [
  /\s(on\w+|style|srcdoc|action|formaction|background|ping|xlink:\w+|actiontype|autofocus|target)(=|\s|$)/i,
  /\s(?:href|src|srcset)="\s*(?:javascript|data|vbscript|file|blob):/i,
  /\s(?:src|srcset)="\s*(?:[a-z]+:)?\/\//i,
];

/** @throws when HTML made of untrusted text holds what it must not */
function expectHarmless(html: string): void {
  for (const [whole, name = "", attributes = ""] of html.matchAll(tag)) {
    const isBad = badTags.test(name) || badAttributes.some((one) => one.test(attributes));
    promise(!isBad, `This is in a page: ${whole.slice(0, 200)}`);
  }
  promise(!html.replace(tag, "").includes("<"), "What is no tag begins like one.");
}

/** What people write and others read: Markdown on its way into pages, and what is searched. */
export const textParsers: readonly ParserTarget[] = [
  onText(
    "renderMarkdown",
    (text) => {
      const { html, summary } = renderMarkdown(text, { headingShift: 1 });
      expectHarmless(html);
      promise(summary.length <= 220, "A summary is long.");
      renderMarkdown(text, { excerpt: 50, omitTitle: true });
    },
    { seeds: markdown },
  ),
  onText("renderComment", (text) => expectHarmless(renderComment(text)), { seeds: markdown }),
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
