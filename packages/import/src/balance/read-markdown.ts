import { mapProse } from "@freehold/protocol";
import { escapeHtml } from "@freehold/protocol/internal";
import MarkdownIt, { type Token } from "markdown-it";
import { withoutHiddenText } from "../markdown/hidden-text.ts";
import { separateBlocks } from "../markdown/html/separate-blocks.ts";
import { readHtml } from "./read-html.ts";
import type { VisibleText } from "./source-text.ts";

/** Tables are read as lines, because a few kilobytes could become 65,000 cells. */
const parsers = {
  source: new MarkdownIt({ html: true }).disable("table"),
  result: new MarkdownIt({ html: false }).disable("table"),
};

/**
 * The text that a visitor could read of Markdown.
 *
 * @param isSource with HTML and the marks of generators, as other programs read it; else as this node does
 */
export function readMarkdown(markdown: string, { isSource }: { isSource: boolean }): VisibleText {
  const text = mapProse(isSource ? replaceCodeMarks(withoutHiddenText(markdown)) : markdown, (prose) =>
    (isSource ? withoutMarks(prose) : prose).replace(noteMark, ""),
  );
  const tokens = isSource
    ? parsers.source.parse(separateBlocks(parsers.source, text), {})
    : parsers.result.parse(text, {});
  return readHtml(tokens.map(toHtml).join("\n<p>"));
}

/** The marks of footnotes; the parser would take a note of one word for the address of a link. */
const noteMark = /\[\^[^[\]\s]{1,200}\]:?/g;

function toHtml(token: Token): string {
  if (token.type === "fence" || token.type === "code_block") return `<pre>${escapeHtml(token.content)}</pre>`;
  if (token.type === "html_block") return token.content;
  return token.type === "inline" ? (token.children ?? []).map(inLine).join("") : "";
}

function inLine({ type, content, children }: Token): string {
  if (type === "html_inline") return content;
  if (type === "code_inline") return `<code>${escapeHtml(content)}</code>`;
  if (type === "softbreak" || type === "hardbreak") return "\n";
  if (type === "image") return ` ${(children ?? []).map(inLine).join("")} `;
  return escapeHtml(content);
}

const highlight =
  /\{\{[<%] {0,9}\/? {0,9}highlight\b[^<>%{}\n]{0,300}[>%]\}\}|\{%-? {0,9}(?:end)?highlight\b[^%{}\n]{0,300}%\}/g;
/** The mark is all of its line but the marks of lists and quotes. */
const highlightLine =
  /^([ \t>]{0,40}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,4})?)(?:\{\{[<%] {0,9}\/? {0,9}highlight\b[^<>%{}\n]{0,300}[>%]\}\}|\{%-? {0,9}(?:end)?highlight\b[^%{}\n]{0,300}%\})[ \t]{0,40}$/gm;
const withinLine =
  /\{\{[<%] {0,9}highlight\b([^<>%{}\n]{0,300})[>%]\}\}([^{}\n]{0,1000})\{\{[<%] {0,9}\/ {0,9}highlight {0,9}[>%]\}\}/g;

/** Blocks of code between the tags of Hugo and Jekyll, as fences; and Jekyll's mark for a text that holds its tags. */
function replaceCodeMarks(markdown: string): string {
  return markdown
    .replaceAll("\r\n", "\n")
    .replace(withinLine, (whole, options: string, code: string) =>
      /hl_inline="?true/.test(options) ? `\`${code}\`` : whole,
    )
    .replace(highlightLine, "$1~~~~~~~~")
    .replace(highlight, "\n\n~~~~~~~~\n")
    .replace(/\{%-?\s{0,9}(?:end)?raw\s{0,9}-?%\}/g, "");
}

/** Attributes of shortcodes that are words on the page. */
const shownAttribute = /(?<![\w-])(?:caption|alt|text|title)\s?=\s?"([^"]*)"/g;

/** The words of wiki links, figures and the like; comments and other tags of generators have none. */
function withoutMarks(prose: string): string {
  return prose
    .replace(/\[![a-z][\w-]{0,40}\][+-]?/gi, "")
    .replace(/^[ \t]{0,3}:{3,9}[ \t]*[a-z-]{0,40}/gim, "")
    .replace(/%%[^%]*%%/g, "")
    .replace(/!\[\[[^[\]\n|]*(?:\|([^[\]\n]*))?\]\]/g, (_, label = "") =>
      /^\s*\d+(?:x\d+)?\s*$/.test(label) ? "" : label,
    )
    .replace(
      /\[\[([^[\]\n|]*)(?:\|([^[\]\n]*))?\]\]/g,
      (_, target: string, label?: string) => label || target.replace("#", " "),
    )
    .replace(/\{\{[<%]([^{}\n]*)[>%]\}\}/g, (_, inside: string) =>
      [...inside.matchAll(shownAttribute)].map(([, words = ""]) => ` ${words} `).join(""),
    )
    .replace(/\{%[^{}]*%\}|\{\{[^{}]*\}\}|\{:[^{}\n]*\}/g, "");
}
