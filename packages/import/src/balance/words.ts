const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]+/gv;

/** Marks inside of words that nobody sees. */
const invisible = /\u00ad|\u200b|\u200c|\u200d|\u2060|\ufe0f|\ufeff/g;

/** The words of a text in their order, in lower case; Chinese and Japanese are counted by characters. */
export function wordsOf(text: string): readonly string[] {
  return text.replace(invisible, "").normalize("NFKC").toLowerCase().match(word) ?? [];
}
