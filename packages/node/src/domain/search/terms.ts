import type { Address } from "@freehold/protocol";
import { searchLimits } from "./search-limits.ts";

/** A term and where it stands in the text, in UTF-16 units. */
export interface Word {
  readonly term: string;
  readonly start: number;
  readonly end: number;
  /** The last sign of writing without blanks, beside the pair that it is in. */
  readonly isTail?: boolean;
}

const run = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu;

/** Scripts that are written without blanks between words, and Korean, which bends its words beyond finding. */
const unspaced =
  "\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}";
const part = new RegExp(`(?:(?![\\p{M}])[${unspaced}]\\p{M}*)+|.(?:(?![${unspaced}]).|\\p{M})*`, "gsu");
const firstIsUnspaced = new RegExp(`^(?!\\p{M})[${unspaced}]`, "u");
const sign = /.\p{M}*/gsu;
/** Most words of most texts, for which none of all this matters: they take a tenth of the time. */
const plain = /^[a-zA-Z0-9]{1,32}$/;

/**
 * The words of a plain text, in order, as both databases index them and as a search is read: so that what is found
 * depends on neither. Where writing has no blanks, each sign goes together with the next one, and the last one stands
 * alone as well: 世界和平 is 世界, 界和, 和平, 平. Any stretch of it is then found as a phrase.
 */
export function* splitWords(text: string): Generator<Word> {
  for (const { 0: letters, index } of text.matchAll(run)) {
    if (plain.test(letters)) {
      yield { term: letters.toLowerCase(), start: index, end: index + letters.length };
      continue;
    }
    for (const { 0: stretch, index: offset } of letters.matchAll(part)) {
      const start = index + offset;
      if (firstIsUnspaced.test(stretch)) yield* pairs(stretch, start);
      else yield* word(stretch, start, start + stretch.length);
    }
  }
}

function* pairs(stretch: string, offset: number): Generator<Word> {
  const signs = [...stretch.matchAll(sign)];
  for (const [index, { 0: first, index: at }] of signs.entries()) {
    const start = offset + at;
    const next = signs[index + 1];
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

/** The accents of Latin, Greek and Cyrillic, and the vowel points of Hebrew and Arabic, which are written or not. */
const optionalMarks = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;

/**
 * The form in which a word is compared: small letters, without accents, in one spelling of those that Unicode has.
 * Letters and digits alone; empty when nothing is left. Its beginning decides: a letter may carry marks without end, and
 * putting those in order takes the square of their number.
 */
function foldTerm(word: string): string {
  const folded = word
    .slice(0, searchLimits.foldedLength)
    .toWellFormed()
    .normalize("NFKD")
    .toLowerCase()
    .replace(optionalMarks, "")
    .normalize("NFKC");
  return cut(folded.replaceAll("ς", "σ").replace(/[^\p{L}\p{M}\p{N}]/gu, ""));
}

/** The form in which tags and mentions are compared: as written, but for the size of letters. */
export function foldMark(text: string): string {
  return cut(
    text
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}_.-]/gu, ""),
    2 * searchLimits.wordLength,
  );
}

function cut(text: string, length = searchLimits.wordLength): string {
  return text.length <= length ? text : [...text].slice(0, length).join("");
}

// Not inside a word, a path or a mail address; `##` and `#1` are no tags.
const tag = /(?<![\p{L}\p{M}\p{N}_&/#@.\\])#([\p{L}\p{M}\p{N}_]{1,64})(?![\p{L}\p{M}\p{N}_#])/gu;
const mention =
  /(?<![\p{L}\p{M}\p{N}_&/#@.\\])@([\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_.-]{0,62}[\p{L}\p{M}\p{N}_])?)(?![\p{L}\p{M}\p{N}_@])/gu;

/** The hashtags and mentions in plain prose, folded, each once, in the order in which they stand there, without their sign. */
export function findMarks(prose: readonly string[]): { tags: string[]; mentions: string[] } {
  const tags = new Set<string>();
  const mentions = new Set<string>();
  for (const text of prose) {
    for (const { name } of locateTags(text)) add(tags, name);
    for (const [, name = ""] of text.matchAll(mention)) add(mentions, name);
  }
  return { tags: [...tags], mentions: [...mentions] };
}

/** The hashtags in a run of plain prose: where each stands with its sign, as it is written, and folded. */
export function locateTags(prose: string): { start: number; end: number; name: string; tag: string }[] {
  return [...prose.matchAll(tag)].flatMap(({ index, 0: { length }, 1: name = "" }) => {
    const folded = /\p{L}/u.test(name) ? foldMark(name) : "";
    return folded === "" ? [] : [{ start: index, end: index + length, name, tag: folded }];
  });
}

function add(names: Set<string>, name: string): void {
  const folded = foldMark(name);
  if (folded !== "" && names.size < searchLimits.marks) names.add(folded);
}

/** Marks that nobody writes: for a search that says only what is not to be found, and for what the owner alone may see. */
export const scopeMarks = { all: "_all", draft: "_draft" } as const;

/** The mark of whoever wrote something. */
export function authorMark(address: Address): string {
  return `_by${address.toLowerCase()}`;
}
