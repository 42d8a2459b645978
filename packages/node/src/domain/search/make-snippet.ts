import type { QueryTerm } from "./parse-query.ts";
import { languageOf, stem } from "./stem.ts";
import { splitWords, type Word } from "./terms.ts";

const snippetLength = 240; // a snippet

/** A piece of plain text; `isMatch` marks a match of the search. */
export interface SnippetPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** About how many UTF-16 units a snippet has, and how many of them come before the first match. */
const length = snippetLength;
const lead = 60;

/**
 * The part of a plain text around the first match, or its beginning where nothing matches. It is cut between words, with …
 * where something is left out. The caller must escape it.
 */
export function makeSnippet(body: string, terms: readonly QueryTerm[]): SnippetPart[] {
  const isMatch = createMatcher(body, terms);
  const first = splitWords(body).find(isMatch);
  const [start, end] = windowAround(body, first?.start ?? 0);
  const parts: SnippetPart[] = [];
  const add = (from: number, to: number, isMatch: boolean) => {
    if (from < to) parts.push({ text: body.slice(from, to), isMatch });
  };
  let at = start;
  for (const match of findMatches(body.slice(start, end), isMatch)) {
    add(at, start + match.start, false);
    add(start + match.start, start + match.end, true);
    at = start + match.end;
  }
  add(at, end, false);
  if (start > 0) parts.unshift({ text: "… ", isMatch: false });
  if (end < body.trimEnd().length) parts.push({ text: " …", isMatch: false });
  return parts;
}

/** The matches in a text, joined where they touch. */
function findMatches(text: string, isMatch: (word: Word) => boolean): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (const { start, end } of splitWords(text).filter(isMatch)) {
    const last = found.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else found.push({ start, end });
  }
  return found;
}

/** Marks the words of a phrase everywhere, not only inside the phrase, and the plural of a word that was looked for. */
function createMatcher(body: string, terms: readonly QueryTerm[]): (word: Word) => boolean {
  const language = languageOf(body);
  const whole = new Set<string>();
  const beginnings: string[] = [];
  for (const term of terms) {
    // Mark the word of a tag: its sign is not part of a word.
    for (const word of term.isMark ? term.terms.flatMap(wordsOfMark) : term.terms)
      whole.add(stem(word, language));
    const last = term.terms.at(-1);
    if (term.isPrefix && last !== undefined) beginnings.push(last);
  }
  return ({ term }) =>
    whole.has(stem(term, language)) || beginnings.some((beginning) => term.startsWith(beginning));
}

function wordsOfMark(mark: string): string[] {
  return [...splitWords(mark)].filter(({ isTail }) => !isTail).map(({ term }) => term);
}

/** The beginning and the end of the snippet around `at`. */
function windowAround(body: string, at: number): [number, number] {
  const wanted = Math.max(0, at <= lead * 2 ? 0 : at - lead);
  const start = wanted === 0 ? 0 : afterBlank(body, wanted, at);
  const limit = start + length;
  if (limit >= body.length) return [start, body.trimEnd().length];
  const blank = body.slice(start, limit).search(/\s\S*$/);
  return [start, blank > length / 2 ? start + blank : endOfCharacter(body, limit)];
}

function afterBlank(body: string, from: number, at: number): number {
  const blank = body.slice(from, at).search(/\s/);
  return blank < 0 ? endOfCharacter(body, from) : from + blank + 1;
}

/** Never between the halves of one code point. */
function endOfCharacter(body: string, index: number): number {
  const unit = body.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff ? index + 1 : index;
}
