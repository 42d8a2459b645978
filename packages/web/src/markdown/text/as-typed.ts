import { escapeHtml } from "../../site/html.ts";

/** A text as it was typed, for one whose HTML would be too large: a paragraph with its line breaks, at most 7 times as long. */
export function showAsTyped(source: string): string {
  return `<p>${escapeHtml(source.trim()).replaceAll("\n", "<br>\n")}</p>\n`;
}
