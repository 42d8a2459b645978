import type { Address } from "@freehold/protocol";
import { foldLetters, sameLetters } from "./fold-letters.ts";
import { simplifyHan } from "./han-forms.ts";
import { searchLimits } from "./search-limits.ts";

const foldedLength = 1_000; // a word as far as its accents are taken off
const wordLength = 32; // a word as far as it is compared

/** A term and its position in the text, in UTF-16 units. */
export interface Word {
  readonly term: string;
  readonly start: number;
  readonly end: number;
  /** The last character of writing without blanks, in addition to the pair that it is in. */
  readonly isTail?: boolean;
}

const run = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu;

/** Scripts without blanks between words, and Korean, whose words change their endings too much. */
const unspaced =
  "\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}";
const part = new RegExp(`(?:(?![\\p{M}])[${unspaced}]\\p{M}*)+|.(?:(?![${unspaced}]).|\\p{M})*`, "gsu");
const firstIsUnspaced = new RegExp(`^(?!\\p{M})[${unspaced}]`, "u");
/** The signs of voice of half width are letters of their own. */
const character = /.[\p{M}\uff9e\uff9f]*/gsu;
/** The short article or pronoun of French and Italian before a word, and the genitive of English behind it. */
const elided =
  /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu|un|dell|nell|sull|dall|all|quell)(?=['’][\p{L}\p{N}])/iu;
const genitive = /['’]s$/iu;
/** Most words of most texts: they need no folding and take a tenth of the time. */
const plain = /^[a-zA-Z0-9]{1,32}$/;

/**
 * The words of a plain text, in order, for the index of both databases and for queries, so that results are the same on
 * both. In writing without blanks, each character forms a pair with the next one, and the last one is also alone: 世界和平 is
 * 世界, 界和, 和平, 平. Any part of it is then found as a phrase.
 */
export function* splitWords(text: string): Generator<Word> {
  for (const { 0: letters, index } of text.matchAll(run)) {
    if (plain.test(letters)) {
      yield { term: letters.toLowerCase(), start: index, end: index + letters.length };
      continue;
    }
    const article = elided.exec(letters)?.[0] ?? "";
    if (article !== "") yield* word(article, index, index + article.length);
    const from = article === "" ? 0 : article.length + 1;
    yield* splitRun(letters.slice(from).replace(genitive, ""), index + from);
  }
}

function* splitRun(letters: string, at: number): Generator<Word> {
  for (const { 0: stretch, index: offset } of letters.matchAll(part)) {
    const start = at + offset;
    if (firstIsUnspaced.test(stretch)) yield* pairs(stretch, start);
    else yield* word(stretch, start, start + stretch.length);
  }
}

function* pairs(stretch: string, offset: number): Generator<Word> {
  const characters = [...stretch.matchAll(character)];
  for (const [index, { 0: first, index: at }] of characters.entries()) {
    const start = offset + at;
    const next = characters[index + 1];
    const end = start + first.length + (next?.[0].length ?? 0);
    for (const found of word(first + (next?.[0] ?? ""), start, end)) {
      yield next || index === 0 ? found : { ...found, isTail: true };
    }
  }
}

function* word(letters: string, start: number, end: number): Generator<Word> {
  const term = foldTerm(letters);
  if (term !== "") yield { term, start, end };
}

/** Whether a text begins in a script without blanks. */
export function isUnspaced(text: string): boolean {
  return firstIsUnspaced.test(text);
}

const han = /\p{Script=Han}/u;

/**
 * The form in which words are compared: lower case, without accents, in one Unicode spelling, Katakana as Hiragana, Chinese in
 * simplified characters; only letters and digits, possibly none. It takes only the beginning of a word: a letter can carry any number of marks, and ordering those takes
 * quadratic time.
 */
function foldTerm(word: string): string {
  const simple = foldWord(word.slice(0, foldedLength).toWellFormed());
  return cut(simple.replace(/[^\p{L}\p{M}\p{N}]/gu, ""));
}

/** A text with folded letters, and its Chinese in simplified characters. */
export function foldWord(text: string): string {
  const folded = foldLetters(text, sameLetters);
  return han.test(folded) ? simplifyHan(folded) : folded;
}

/** The form in which tags and mentions are compared: as written, in lower case. */
export function foldMark(text: string): string {
  return cut(
    text
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}_.-]/gu, ""),
    2 * wordLength,
  );
}

function cut(text: string, length = wordLength): string {
  return text.length <= length ? text : [...text].slice(0, length).join("");
}

// Not inside a word, a path or a mail address; `##` and `#1` are no tags.
const tag = /(?<![\p{L}\p{M}\p{N}_&/#@.\\])#([\p{L}\p{M}\p{N}_]{1,64})(?![\p{L}\p{M}\p{N}_#])/gu;
const mention =
  /(?<![\p{L}\p{M}\p{N}_&/#@.\\])@([\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_.-]{0,62}[\p{L}\p{M}\p{N}_])?)(?![\p{L}\p{M}\p{N}_@])/gu;

/** The hashtags and mentions in plain prose, folded, each once, in their order there, without their sign. */
export function findMarks(prose: readonly string[]): { tags: string[]; mentions: string[] } {
  const tags = new Set<string>();
  const mentions = new Set<string>();
  for (const text of prose) {
    for (const { name } of locateTags(text)) add(tags, name);
    for (const [, name = ""] of text.matchAll(mention)) add(mentions, name);
  }
  return { tags: [...tags], mentions: [...mentions] };
}

/** The hashtags in a run of plain prose: the position of each with its sign, as written, and folded. */
export function locateTags(prose: string): { start: number; end: number; name: string; tag: string }[] {
  return [...prose.matchAll(tag)].flatMap(({ index, 0: { length }, 1: name = "" }) => {
    const folded = /\p{L}/u.test(name) ? foldMark(name) : "";
    return folded === "" ? [] : [{ start: index, end: index + length, name, tag: folded }];
  });
}

/** A tag as it is searched; null for a text that no text can have as one, as a sentence in an address. */
export function parseTag(text: string): string | null {
  const folded = foldMark(text);
  return folded !== "" && folded === text.normalize("NFKC").toLowerCase() ? folded : null;
}

function add(names: Set<string>, name: string): void {
  const folded = foldMark(name);
  if (folded !== "" && names.size < searchLimits.marks) names.add(folded);
}

/** Marks that no text contains: of every document, for a search that only excludes; and of drafts, for the owner alone. */
export const scopeMarks = { all: "_all", draft: "_draft" } as const;

/** The mark of an author. */
export function authorMark(address: Address): string {
  return `_by${address.toLowerCase()}`;
}
