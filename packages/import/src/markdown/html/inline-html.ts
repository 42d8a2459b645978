import { asciiLower } from "../../ascii-lower.ts";
import { type SearchForward, searchForward } from "../../html/search-forward.ts";
import { closersOf, createTagTest, isElement, rawNames, type Tag, tagAt } from "./html-names.ts";
import type { KeptParts } from "./kept-parts.ts";

/** A part of a line of Markdown. */
export type InlinePart =
  /** Stays as it is. */
  | { readonly kind: "text"; readonly text: string }
  /** One or more elements, whole, with Markdown in them. */
  | { readonly kind: "html"; readonly text: string }
  | { readonly kind: "break" }
  /** A tag of a component, without the text around it. */
  | { readonly kind: "component"; readonly name: string; readonly text: string };

const autolink = /<(?:[a-z][a-z\d+.-]{1,31}:[^\s<>]*|[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+)>/iy;
const formula = /\$\$[^$]{1,2000}\$\$|\$(?=[^\s$])[^$\n]{0,2000}?(?<!\s)\$(?![\p{L}\p{N}])/uy;

/** Takes a line of Markdown apart into HTML and the rest. Code, formulas, and links in angle brackets are no HTML. */
export function splitInline(text: string): InlinePart[] {
  const marks = findMarks(text);
  const parts: InlinePart[] = [];
  let at = 0;
  const addText = (end: number) => {
    if (end > at) parts.push({ kind: "text", text: text.slice(at, end) });
  };
  for (const { start, end, part } of withEnds(text, marks)) {
    if (start < at) continue;
    addText(start);
    if (part !== null) parts.push(part);
    at = end;
  }
  addText(text.length);
  return parts;
}

interface Mark extends Partial<Tag> {
  readonly at: number;
  readonly end: number;
}

/** The tags and comments of a line, in order. */
function findMarks(text: string): Mark[] {
  const marks: Mark[] = [];
  const find = searchForward(asciiLower(text));
  const skip = createSkip(text);
  for (let at = 0; at < text.length; ) {
    const skipped = skip(at);
    if (skipped > at) {
      at = skipped;
      continue;
    }
    const mark = text[at] === "<" ? markAt(text, at, find) : null;
    if (mark) marks.push(mark);
    // The text in code is no Markdown.
    const raw = mark?.name !== undefined && !mark.closes && !mark.isSingle && rawNames.has(lower(mark.name));
    const close = raw ? find(`</${lower(mark.name ?? "")}`, mark.end) : -1;
    at = close === -1 ? (mark?.end ?? at + 1) : close;
  }
  return marks;
}

const lower = (name: string) => name.toLowerCase();

function markAt(text: string, at: number, find: SearchForward): Mark | null {
  if (text.startsWith("<!--", at)) {
    const end = find("-->", at + 4);
    return end === -1 ? null : { at, end: end + 3 };
  }
  return tagAt(text, at);
}

/** @returns the position behind an escape, code, a formula, a link in angle brackets at a position; the same one for none */
function createSkip(text: string): (at: number) => number {
  const unclosed = new Set<number>();
  return (at) => {
    const sign = text[at];
    if (sign === "\\") return Math.min(text.length, at + 2);
    if (sign === "`") {
      let end = at;
      while (text[end] === "`") end += 1;
      const length = end - at;
      const close = unclosed.has(length) ? -1 : findRun(text, end, length);
      if (close === -1) unclosed.add(length);
      return close === -1 ? end : close + length;
    }
    if (sign === "$" && !/[\p{L}\p{N}$]/u.test(text[at - 1] ?? "")) return matchEnd(formula, text, at);
    if (sign !== "<") return at;
    const isTarget = text.startsWith("](", at - 2) ? text.indexOf(">", at) + 1 : 0;
    return isTarget > 0 ? isTarget : matchEnd(autolink, text, at);
  };
}

function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found ? at + found[0].length : at;
}

function findRun(text: string, from: number, length: number): number {
  for (const { 0: run, index } of text.slice(from).matchAll(/`+/g))
    if (run.length === length) return from + index;
  return -1;
}

interface Replaced {
  readonly start: number;
  readonly end: number;
  /** null for a part that is left out. */
  readonly part: InlinePart | null;
}

/** Joins each tag with the one that closes it. Names that are no element are text. */
function withEnds(text: string, marks: readonly Mark[]): Replaced[] {
  const closing = closersOf(marks);
  const isTag = createTagTest(text, marks);
  return marks.flatMap((mark, index): Replaced[] => {
    const { at: start, end, name } = mark;
    if (name === undefined) return [{ start, end, part: null }];
    if (!isTag(index)) return [];
    const own = text.slice(start, end);
    if (lower(name) === "br") {
      const [behind = ""] = /^[ \t]*\n?/.exec(text.slice(end, end + 80)) ?? [];
      return [{ start, end: end + behind.length, part: { kind: "break" } }];
    }
    if (!isElement(name)) return [{ start, end, part: { kind: "component", name, text: own } }];
    const close = closing.get(index);
    const last = close === undefined ? undefined : marks[close];
    if (last) return [{ start, end: last.end, part: { kind: "html", text: text.slice(start, last.end) } }];
    return [{ start, end, part: mark.isSingle && !mark.closes ? { kind: "html", text: own } : null }];
  });
}

// References to footnotes, links of wikis, and marks of generators that mean nothing here.
const ofMarkdown =
  /\[\^[^\]\s]{1,200}\]|!?\[\[[^[\]\n]{1,1000}\]\]|\{\{[<%]?[^{}\n]{1,1000}[%>]?\}\}|\{%[^{}\n]{1,1000}%\}/g;

/** Keeps what a parser of CommonMark would change: formulas, notes, links of wikis; and the text in elements of code as HTML. */
export function protect(text: string, asMarkdown: KeptParts, asHtml: KeptParts): string {
  const skip = createSkip(text);
  const find = searchForward(asciiLower(text));
  const parts: string[] = [];
  let from = 0;
  const keep = (at: number, end: number, kept: string) => {
    parts.push(text.slice(from, at), kept);
    from = end;
  };
  for (let at = 0; at < text.length; ) {
    const skipped = skip(at);
    if (skipped > at) {
      if (text[at] === "$") keep(at, skipped, asMarkdown.keep(text.slice(at, skipped)));
      at = skipped;
      continue;
    }
    const tag = text[at] === "<" ? tagAt(text, at) : null;
    if (!tag) {
      at += 1;
      continue;
    }
    at = tag.end;
    if (tag.closes || tag.isSingle || !rawNames.has(lower(tag.name))) continue;
    const close = find(`</${lower(tag.name)}`, tag.end);
    if (close === -1) continue;
    keep(tag.end, close, asHtml.keep(text.slice(tag.end, close)));
    at = close;
  }
  parts.push(text.slice(from));
  return parts.join("").replace(ofMarkdown, (part) => asMarkdown.keep(part));
}
