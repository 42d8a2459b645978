import type { Token } from "markdown-it";

const summaryLength = 200;

/** The heading that a text begins with, and its first words after that, both plain. */
export function readOpening(tokens: readonly Token[]): { title: string | null; summary: string } {
  const hasTitle = tokens[0]?.type === "heading_open";
  const title = hasTitle ? plainText(tokens[1]) : null;
  let summary = "";
  for (const token of tokens.slice(hasTitle ? 2 : 0)) {
    if (token.type === "inline") summary += `${plainText(token)} `;
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
