import { mapProse } from "@freehold/protocol";
import { escapeHtml } from "@freehold/protocol/internal";
import MarkdownIt, { type MarkdownIt as Parser, type Token } from "markdown-it";
import { contentsMark, kramdownContents } from "../markdown/generator-markup.ts";
import { withoutHeadingIds } from "../markdown/heading-ids.ts";
import { separateBlocks } from "../markdown/html/separate-blocks.ts";
import { noteBlocks } from "../markdown/note-blocks.ts";
import { convertAdmonitions } from "../markdown/tags/admonitions.ts";
import { findCodePlaces } from "../markdown/tags/code-places.ts";
import { withoutHiddenText } from "../markdown/tags/hidden-text.ts";
import { withoutPrograms } from "../markdown/tags/mdx.ts";
import { guardHtmlCode, guardShownTags, withoutGuards } from "../markdown/tags/shown-tags.ts";
import { hideQuotes } from "../markdown/written-links.ts";
import { readHtml } from "./read-html.ts";
import type { VisibleText } from "./source-text.ts";

/** Tables are read as lines, because a few kilobytes could become 65,000 cells. */
const parsers = {
  source: new MarkdownIt({ html: true }).disable("table").use(noteBlocks),
  result: new MarkdownIt({ html: false })
    .disable(["table", "text_join"])
    .use(noteBlocks)
    .use(withoutElements),
};

// The words of an address are counted as they are written in the source.
for (const parser of Object.values(parsers)) parser.normalizeLinkText = (address) => address;

/**
 * The text that a visitor could read of Markdown.
 *
 * @param isSource with HTML and the marks of generators, as other programs read it; else as this node does
 */
export function readMarkdown(markdown: string, { isSource }: { isSource: boolean }): VisibleText {
  const text = isSource
    ? withoutGuards(mapProse(guardHtmlCode(withFences(markdown)), withoutMarks, { skipsIndented: true }))
    : mapProse(markdown, (prose) => prose.replace(noteMark, "$<definition>"));
  const tokens = isSource
    ? parsers.source.parse(separateBlocks(parsers.source, text), {})
    : parsers.result.parse(text, {});
  return readHtml(tokens.map(toHtml).join("\n<p>"));
}

/** A text of a generator with the tags that it shows, without those that nobody sees, and with its code between fences. */
const withFences = (markdown: string): string =>
  withoutHeadingIds(
    replaceCodeMarks(
      withoutHiddenText(
        guardShownTags(convertAdmonitions(markdown.replaceAll("\r\n", "\n")), { readsCode: true }),
      ),
    ),
  );

/** The marks of footnotes; a definition on a line of its own is read as a block. */
const noteMark = /(?<definition>^[ \t>]*\[\^[^[\]\s]{1,200}\]:)|\[\^[^[\]\s]{1,200}\]:?/gm;

/** The tags of the elements of HTML that a post may have. */
const elementTag =
  /<\/?(?:br|del|details|div|ins|kbd|mark|p|small|su[bp]|summary|u)(?:\s[^<>]{0,200})?\/?>/gi;

const toBreak = (tag: string) => (/^<br(?![a-z])/i.test(tag) ? "\n" : "");

/** Leaves out the tags of elements; an escaped one is words. */
function withoutElements(md: Parser): void {
  md.core.ruler.push("elements", ({ tokens }) => {
    for (const { children } of tokens)
      for (const child of children ?? [])
        if (child.type === "text") child.content = child.content.replace(elementTag, toBreak);
  });
}

function toHtml(token: Token): string {
  if (token.type === "fence" || token.type === "code_block") return `<pre>${escapeHtml(token.content)}</pre>`;
  if (token.type === "html_block") return token.content;
  return token.type === "inline" ? (token.children ?? []).map(inLine).join("") : "";
}

function inLine({ type, content, children, attrs }: Token): string {
  // Within a line, a block of code is a part of the line.
  if (type === "html_inline") return content.replace(/^<(\/?)pre(?=[\s>])/i, " <$1code");
  if (type === "code_inline") return `<code>${escapeHtml(content)}</code>`;
  if (type === "softbreak" || type === "hardbreak") return "\n";
  if (type === "image") return ` ${(children ?? []).map(inLine).join("")} ${captionOf(attrs)} `;
  return escapeHtml(content);
}

/** The title of a picture, which is its caption. */
const captionOf = (attributes: Token["attrs"]) =>
  escapeHtml(String(attributes?.find(([name]) => name === "title")?.[1] ?? ""));

const ofHugo = {
  open: /\{\{[<%] {0,9}highlight\b[^<>%{}\n]{0,300}[>%]\}\}/g,
  close: /\{\{[<%] {0,9}\/ {0,9}highlight {0,9}[>%]\}\}/g,
};
const ofLiquid = {
  open: /\{%-? {0,9}highlight\b[^%{}\n]{0,300}%\}/g,
  close: /\{%-? {0,9}endhighlight {0,9}-?%\}/g,
};
const beginningOfLine = /^[ \t>]{0,40}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,4})?$/;
const mark = "~".repeat(8);

/** Blocks of code between the tags of Hugo and Jekyll, as fences. */
const replaceCodeMarks = (markdown: string): string => toFences(toFences(markdown, ofHugo), ofLiquid);

function toFences(text: string, { open, close }: typeof ofHugo): string {
  if (text.search(open) < 0) return text;
  const places = findCodePlaces(text);
  const parts: string[] = [];
  let at = 0;
  open.lastIndex = 0;
  for (let opening = open.exec(text); opening; opening = open.exec(text)) {
    if (places.isCode(opening.index)) continue;
    close.lastIndex = open.lastIndex;
    const closing = close.exec(text);
    if (!closing) break;
    const before = text.slice(at, opening.index);
    const code = text.slice(open.lastIndex, closing.index);
    at = close.lastIndex;
    open.lastIndex = at;
    places.continueAt(at);
    if (/hl_inline="?true/.test(opening[0])) parts.push(before, `\`${code}\``);
    else {
      const isOwnLine = beginningOfLine.test(before.slice(before.lastIndexOf("\n") + 1));
      const isEnded = /\n[ \t>]*$/.test(code.slice(-80));
      parts.push(before, isOwnLine ? mark : `\n\n${mark}`, code.startsWith("\n") ? "" : "\n", code);
      parts.push(isEnded ? mark : `\n${mark}`, text[at] === "\n" ? "" : "\n");
    }
  }
  open.lastIndex = 0;
  return parts.join("") + text.slice(at);
}

/** Attributes of shortcodes that are words on the page. */
const shownAttribute = /(?<![\w-])(?:caption|alt|text|title)\s?=\s?"([^"]*)"/g;

/** The words of wiki links, figures and the like; comments and other tags of generators have none. */
function withoutMarks(prose: string): string {
  return withoutPrograms(prose)
    .replace(noteMark, "$<definition>")
    .replace(kramdownContents, "")
    .replace(contentsMark, "")
    .replace(/\[![a-z][\w-]{0,40}\][+-]?/gi, "")
    .replace(/^[ \t]{0,3}:{3,9}[ \t]*[a-z-]{0,40}/gim, "")
    .replace(/%%[^%]*%%/g, "")
    .replace(/(?:^|(?<=[^\s^]) )\^[\w-]{1,60}[ \t]*$/gm, "")
    .replace(/!\[\[[^[\]\n|]*(?:\|([^[\]\n]*))?\]\]/g, (_, label = "") =>
      label.trimEnd().replace(/(?:^|\|)[ \t]*\d+(?:x\d+)?$/, ""),
    )
    .replace(
      /\[\[([^[\]\n|]*)(?:\|([^[\]\n]*))?\]\]/g,
      (_, target: string, label?: string) => label || target.replace(/#\^.*/, "").replace("#", " "),
    )
    .replace(/\{\{[<%]([^{}\n]*)[>%]\}\}/g, (_, inside: string) =>
      [...hideQuotes(inside).matchAll(shownAttribute)].map(([, words = ""]) => ` ${words} `).join(""),
    )
    .replace(/\{%[^{}]*%\}|\{\{[^{}]*\}\}|\{:[^{}\n]*\}/g, "");
}
