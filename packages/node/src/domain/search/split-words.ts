import { foldTerm } from "./fold-term.ts";

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
