/** Addresses in links and on their own: nobody reads them word by word. */
const addresses = /\]\([^)\s]*\)|\bhttps?:\/\/\S+/g;

/** Characters of scripts without spaces between words: each counts as a word, as in other programs for writing. */
const characters = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** A word that has at least one letter or digit, also with an apostrophe or a hyphen within. */
const words = /[\p{L}\p{M}\p{N}]+(?:['’\-.,_][\p{L}\p{M}\p{N}]+)*/gu;

/** The words of a Markdown text, and how long it takes to read, in minutes (at least one; 0 for no words). */
export function countWords(markdown: string): { words: number; minutes: number } {
  const text = markdown.replace(addresses, "] ");
  const ideographs = text.match(characters)?.length ?? 0;
  const others = text.replace(characters, " ").match(words)?.length ?? 0;
  return {
    words: ideographs + others,
    minutes: Math.ceil(ideographs / perMinute.characters + others / perMinute.words),
  };
}

/** How much a grown-up reads in a minute. Not limits: they are known from studies of silent reading. */
const perMinute = { words: 238, characters: 400 };
