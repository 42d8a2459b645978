import type { QueryTerm } from "./parse-query.ts";
import { searchLimits } from "./search-limits.ts";
import { splitWords, type Word } from "./terms.ts";

/** A piece of plain text; `isMatch` where it is what was looked for. */
export interface SnippetPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** About so many UTF-16 units, of which so many stand before the first match. */
const length = searchLimits.snippetLength;
// Not a limit: the position of the match in a snippet.
const lead = 60;

/**
 * The place in a plain text where the words of a search stand first, and its beginning where they don't. Cut between
 * words, with … where something is left out; it is plain text, to be escaped by whoever shows it.
 */
export function makeSnippet(body: string, terms: readonly QueryTerm[]): SnippetPart[] {
  const first = findFirst(body, terms);
  const [start, end] = windowOf(body, first?.start ?? 0);
  const parts: SnippetPart[] = [];
  let at = start;
  for (const match of matchesIn(body, { start, end }, terms)) {
    if (match.start < at) continue;
    add(parts, body.slice(at, match.start), false);
    add(parts, body.slice(match.start, match.end), true);
    at = match.end;
  }
  add(parts, body.slice(at, end), false);
  if (start > 0) parts.unshift({ text: "… ", isMatch: false });
  if (end < body.trimEnd().length) parts.push({ text: " …", isMatch: false });
  return parts;
}

function findFirst(body: string, terms: readonly QueryTerm[]): Word | null {
  const isMatch = matcherOf(terms);
  for (const word of splitWords(body)) if (isMatch(word)) return word;
  return null;
}

/** The matches in a part of the text, those that touch as one. */
function matchesIn(
  body: string,
  { start, end }: { start: number; end: number },
  terms: readonly QueryTerm[],
): Array<{ start: number; end: number }> {
  const isMatch = matcherOf(terms);
  const found: Array<{ start: number; end: number }> = [];
  for (const word of splitWords(body.slice(start, end))) {
    if (!isMatch(word)) continue;
    const match = { start: start + word.start, end: start + word.end };
    const last = found.at(-1);
    if (last && match.start <= last.end) last.end = Math.max(last.end, match.end);
    else found.push(match);
  }
  return found;
}

/** A word of a phrase is marked wherever it stands: what was found stands out all the same. */
function matcherOf(terms: readonly QueryTerm[]): (word: Word) => boolean {
  const whole = new Set<string>();
  const beginnings: string[] = [];
  for (const term of terms) {
    // Of a tag the word is marked: its sign is no part of a word.
    for (const word of term.isMark ? term.terms.flatMap(wordsOfMark) : term.terms) whole.add(word);
    const last = term.terms.at(-1);
    if (term.isPrefix && last !== undefined) beginnings.push(last);
  }
  return ({ term }) => whole.has(term) || beginnings.some((beginning) => term.startsWith(beginning));
}

function wordsOfMark(mark: string): string[] {
  return [...splitWords(mark)].filter(({ isTail }) => !isTail).map(({ term }) => term);
}

/** Where the snippet begins and ends, so that the place `at` is in it. */
function windowOf(body: string, at: number): [number, number] {
  const wanted = Math.max(0, at <= lead * 2 ? 0 : at - lead);
  const start = wanted === 0 ? 0 : afterBlank(body, wanted, at);
  const limit = start + length;
  if (limit >= body.length) return [start, body.trimEnd().length];
  const blank = body.slice(start, limit).search(/\s\S*$/);
  return [start, blank > length / 2 ? start + blank : endOfSign(body, limit)];
}

function afterBlank(body: string, from: number, at: number): number {
  const blank = body.slice(from, at).search(/\s/);
  return blank < 0 ? endOfSign(body, from) : from + blank + 1;
}

/** Not between the halves of one code point. */
function endOfSign(body: string, index: number): number {
  const unit = body.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff ? index + 1 : index;
}

function add(parts: SnippetPart[], text: string, isMatch: boolean): void {
  if (text !== "") parts.push({ text, isMatch });
}
