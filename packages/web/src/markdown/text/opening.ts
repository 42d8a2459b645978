import type { Token } from "markdown-it";
import { parser } from "../parser.ts";
import { cutSource } from "./cut-source.ts";

/** How much of a text is read for its beginning. */
const openingLength = 2_000;

/** The heading that a text begins with, and its first words after that, both plain. */
export function readMarkdownOpening(
  markdown: string,
  language: string | null = null,
): { title: string | null; summary: string } {
  return readOpening(parser.parse(cutSource(markdown, openingLength), { language }));
}

/** The first paragraph of a text after its title, plain and without pictures; empty where it begins otherwise. */
export function readLead(markdown: string, language: string | null = null): string {
  const tokens = parser.parse(cutSource(markdown, openingLength), { language });
  const start = tokens[0]?.type === "heading_open" ? 3 : 0;
  const end = tokens.findIndex(({ type }, at) => at >= start && type === "heading_open");
  const paragraphs = tokens.slice(start, end < 0 ? undefined : end).flatMap((token, at, all) => {
    if (token.type !== "inline" || all[at - 1]?.type !== "paragraph_open" || token.level !== 1) return [];
    return plainText(
      Object.assign(token, { children: token.children?.filter(({ type }) => type !== "image") }),
    );
  });
  return shorten(paragraphs.find((text) => text !== "") ?? "");
}

const summaryLength = 200;

/** The heading that a text begins with, and its first words after that, both plain. */
export function readOpening(tokens: readonly Token[]): { title: string | null; summary: string } {
  const hasTitle = tokens[0]?.type === "heading_open";
  const title = hasTitle ? plainText(tokens[1]) : null;
  let summary = "";
  for (const token of tokens.slice(hasTitle ? 2 : 0)) {
    // Notes are no part of the first words, but where there are no others.
    if (token.type === "footnote_block_open" && summary !== "") break;
    if (token.type === "inline" || token.type === "pictures") summary += `${plainText(token)} `;
    if (summary.length > summaryLength) break;
  }
  return { title: title || null, summary: shorten(summary.trim()) };
}

function plainText(token: Token | undefined): string {
  const parts = (token?.children ?? []).map(({ type, content }) => (type.endsWith("break") ? " " : content));
  return parts.join("").replace(/\s+/g, " ").trim();
}

/** Cut between words where that is possible. */
function shorten(text: string): string {
  if (text.length <= summaryLength) return text;
  const head = text.slice(0, summaryLength - 1);
  const space = head.lastIndexOf(" ");
  return `${(space > summaryLength / 2 ? head.slice(0, space) : head).trimEnd()}…`;
}

/** The title of a text in lists, plain: its heading, else its first words; empty for a text without words. */
export function readTitle(markdown: string, language: string | null = null): string {
  const { title, summary } = readMarkdownOpening(markdown, language);
  return title ?? (summary.length <= 90 ? summary : `${summary.slice(0, 89).trimEnd()}…`);
}
