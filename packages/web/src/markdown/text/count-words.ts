/** Addresses in links and on their own: nobody reads them word by word. */
const addresses = /\]\([^()\s]*\)|\bhttps?:\/\/\S+/g;

/** Characters of scripts without spaces between words: each counts as a word, as in other programs for writing. */
const characters = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** A word that has at least one letter or digit, also with an apostrophe or a hyphen within. */
const words = /[\p{L}\p{M}\p{N}]+(?:['’\-.,_][\p{L}\p{M}\p{N}]+)*/gu;

const wordsPerMinute = 230;
const charactersPerMinute = 400;

/** The words of a Markdown text, and the minutes to read them, rounded: 0 for a note. */
export function countWords(markdown: string): { words: number; minutes: number } {
  const text = markdown.replace(addresses, "] ");
  const ideographs = text.match(characters)?.length ?? 0;
  const others = text.replace(characters, " ").match(words)?.length ?? 0;
  const minutes = Math.round(ideographs / charactersPerMinute + others / wordsPerMinute);
  return { words: ideographs + others, minutes };
}
