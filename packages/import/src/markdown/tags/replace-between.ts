import { findCodePlaces } from "./code-places.ts";

/** The marks of lists and quotes before a block. */
const beginningOfLine = /^[ \t]{0,40}(?:>[ \t]?|(?:[-*+]|\d{1,9}[.)])[ \t]{1,4}){0,9}$/;

/**
 * Replaces the text between two marks, with the marks; a mark without an end stays, and so does one in code. A block stands on lines of
 * its own. Each part of the text is read once for each name.
 *
 * @param open with a group `name` where several kinds of marks are replaced; then `close` has one as well, and `names` has those
 *   that are replaced, in small letters
 * @param change gets the text inside, the opening mark, and the beginning of each further line
 */
export function replaceBetween(
  text: string,
  open: RegExp,
  close: RegExp,
  change: (inside: string, opening: RegExpExecArray, next: string) => string,
  names?: { has(name: string): boolean },
): string {
  if (text.search(open) < 0) return text;
  const places = findCodePlaces(text);
  const parts: string[] = [];
  const unclosed = new Set<string | undefined>();
  let at = 0;
  open.lastIndex = 0;
  for (let opening = open.exec(text); opening; opening = open.exec(text)) {
    const name = opening.groups?.name?.toLowerCase();
    if ((names && !names.has(name ?? "")) || unclosed.has(name) || places.isCode(opening.index)) continue;
    const start = opening.index + opening[0].length;
    const closing = findClosing(text, close, { start, name });
    if (!closing) {
      unclosed.add(name);
      continue;
    }
    const before = text.slice(at, opening.index);
    const line = before.slice(before.lastIndexOf("\n") + 1);
    const next = beginningOfLine.test(line) ? line.replace(/[^\s>]/g, " ") : "";
    const changed = change(text.slice(start, closing.index), opening, next);
    at = closing.index + closing[0].length;
    open.lastIndex = at;
    places.continueAt(at);
    const isBlock = changed.includes("\n");
    const isBehind = isBlock && !beginningOfLine.test(line);
    const isBefore = isBlock && /^[ \t]*[^\s]/.test(text.slice(at, at + 200));
    parts.push(before, isBehind ? "\n\n" : "", changed, isBefore ? "\n\n" : "");
  }
  open.lastIndex = 0;
  return parts.join("") + text.slice(at);
}

function findClosing(
  text: string,
  close: RegExp,
  { start, name }: { readonly start: number; readonly name: string | undefined },
): RegExpExecArray | null {
  close.lastIndex = start;
  let closing = close.exec(text);
  while (closing && closing.groups?.name?.toLowerCase() !== name) closing = close.exec(text);
  return closing;
}
