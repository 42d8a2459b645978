/** Letters that Unicode does not take apart, and forms of one letter, each with the form in which they are compared. */
export const sameLetters: ReadonlyMap<string, string> = new Map(
  "ß:ss æ:ae œ:oe ø:o ł:l đ:d ð:d þ:th ħ:h ı:i ŋ:n ς:σ ך:כ ם:מ ן:נ ף:פ ץ:צ ى:ي ی:ي ک:ك ة:ه"
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);

/**
 * A text in lower case, in letters of one width, without the accents of Latin, Greek and Cyrillic, the optional vowel points of
 * Hebrew and Arabic, and Arabic's line between letters; Katakana as Hiragana. The search of a static site runs its source in
 * the browser, so it uses nothing but its arguments.
 *
 * @param same `sameLetters`
 */
export function foldLetters(text: string, same: ReadonlyMap<string, string>): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]/g, "")
    .normalize("NFKC")
    .replace(/[\u00df-\u06cc]/g, (letter) => same.get(letter) ?? letter)
    .replace(/[\u30a1-\u30f6\u30fd\u30fe]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}
