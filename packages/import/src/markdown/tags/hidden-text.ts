import { mapProse } from "@freehold/protocol";

const comments = [
  // Liquid: Jekyll and Eleventy.
  [/\{%-?\s{0,9}comment\b[^{}%\n]{0,200}%\}/g, /\{%-?\s{0,9}endcomment\s{0,9}-?%\}/g],
  // Hugo.
  [/\{\{[<%]\s{0,9}comment\b[^{}\n]{0,200}[>%]\}\}/g, /\{\{[<%]\s{0,9}\/\s{0,9}comment\s{0,9}[>%]\}\}/g],
  [/\{\{-?\/\*/g, /\*\/-?\}\}/g],
] as const;

/**
 * A text without the comments of generators, which nobody saw on the page, with all that stands in them. Those that begin in code are
 * shown.
 */
export function withoutHiddenText(text: string): string {
  return comments.reduce(
    (shown, [open, close]) => (shown.search(open) < 0 ? shown : cut(shown, open, close)),
    text,
  );
}

/** A comment without an end hides nothing. */
function cut(text: string, open: RegExp, close: RegExp): string {
  const code = mapProse(text, (prose) => "\0".repeat(prose.length));
  const parts: string[] = [];
  let at = 0;
  open.lastIndex = 0;
  for (let opening = open.exec(text); opening; opening = open.exec(text)) {
    if (code[opening.index] !== "\0") continue;
    close.lastIndex = open.lastIndex;
    if (!close.exec(text)) break;
    parts.push(text.slice(at, opening.index));
    at = close.lastIndex;
    open.lastIndex = at;
  }
  return parts.join("") + text.slice(at);
}
