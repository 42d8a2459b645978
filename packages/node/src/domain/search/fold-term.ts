import { searchLimits } from "./search-limits.ts";

/** The accents of Latin, Greek and Cyrillic, and the vowel points of Hebrew and Arabic, which are written or not. */
const optionalMarks = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;

/**
 * The form in which a word is compared: small letters, without accents, in one spelling of those that Unicode has.
 * Letters and digits alone; empty when nothing is left. Its beginning decides: a letter may carry marks without end, and
 * putting those in order takes the square of their number.
 */
export function foldTerm(word: string): string {
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
