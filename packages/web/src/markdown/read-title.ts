import { readMarkdownOpening } from "./read-markdown-opening.ts";

/** What a text is called in a list, plain: its heading, else its first words; empty for a text without words. */
export function readTitle(markdown: string): string {
  const { title, summary } = readMarkdownOpening(markdown);
  return title ?? shorten(summary, 90);
}

function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`;
}
