import MarkdownIt, { type Token } from "markdown-it";
import { findMarks } from "./find-marks.ts";
import type { SearchableText } from "./searchable-text.ts";

/**
 * As pages are parsed, but that escaped signs stay apart: `\#` begins no tag. It makes no HTML, and so it has no part in
 * what a page may hold. Tables are read as lines: filled up to their width, a few kilobytes would be 65,000 cells.
 */
const parser = new MarkdownIt({ html: false, linkify: true, typographer: false }).disable([
  "text_join",
  "table",
]);

/** What stands between the cells of a table, and below its head. */
const rules = /^[ \t|:-]+$|\|/gm;

/**
 * What of a Markdown text can be found: the heading that it begins with, all other words, and the hashtags and
 * mentions in its prose, which those in code, links and pictures are not.
 */
export function readMarkdownText(source: string): SearchableText {
  const tokens = parser.parse(source, {});
  const hasTitle = tokens[0]?.type === "heading_open";
  const prose: string[] = [];
  const blocks = tokens.map((token) => readBlock(token, prose));
  const title = hasTitle ? (blocks[1] ?? "") : "";
  const body = blocks
    .slice(hasTitle ? 2 : 0)
    .filter((block) => block !== "")
    .join("\n");
  return { title: title.replace(/\s+/g, " ").trim(), body: body.trim(), ...findMarks(prose) };
}

/** The plain text of a block. What is prose of the author's own is added to `prose`. */
function readBlock({ type, content, children }: Token, prose: string[]): string {
  if (type === "fence" || type === "code_block") return content;
  if (type !== "inline" || !children) return "";
  let text = "";
  let links = 0;
  let run = "";
  for (const child of children) {
    if (child.type === "link_open") links += 1;
    if (child.type === "link_close") links -= 1;
    const words = textOf(child);
    text += words;
    // A tag ends where anything begins that is no plain text.
    if (child.type === "text" && links === 0) {
      run += words;
      continue;
    }
    prose.push(run);
    run = child.type === "text_special" ? "\\" : "";
  }
  prose.push(run);
  return text.includes("|") ? readCells(text) : text;
}

/** The words of a table, a line for each cell. */
function readCells(text: string): string {
  const cells = text.replace(rules, "\n").split("\n");
  return cells
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "")
    .join("\n");
}

function textOf({ type, content, children }: Token): string {
  if (type === "softbreak" || type === "hardbreak") return "\n";
  if (type === "image") return (children ?? []).map(textOf).join("");
  return type === "text" || type === "text_special" || type === "code_inline" ? content : "";
}
