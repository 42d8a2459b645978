/**
 * Characters that show nothing, or change how others are shown: controls, changes of direction, fillers and joiners. Those that
 * write something are put back: joiners and selectors in emoji, and joiners in the scripts that need them.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Joiners between letters of these scripts change how a word is written. */
const scripts =
  "\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}" +
  "\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}";
const joined = `[[${scripts}]&&[\\p{L}\\p{M}]]`;
const written = new RegExp(
  [
    // 👩‍💻, with or without a colour of the skin or a selector.
    "(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})",
    "(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]",
    // The key with a figure.
    "(?<=[\\d#*])\\ufe0f(?=\\u20e3)",
    `(?<=${joined})[\\u200c\\u200d](?=${joined})`,
  ].join("|"),
  "v",
);
const parts = new RegExp(`(${written.source})|(${unseen.source})|([\\p{Z}\\s]+)`, "gv");

/**
 * A name as one line of characters that are seen, for lists that somebody reads: a name with a change of direction or a character
 * that shows nothing could pass for another one.
 *
 * @returns without white space around it; empty where nothing is left
 */
export function toPlainLine(text: string): string {
  return text
    .toWellFormed()
    .replace(parts, (found: string, kept: string | undefined, gone: string | undefined) => {
      if (kept !== undefined) return found;
      return gone !== undefined && !/\s/.test(found) ? "" : " ";
    })
    .replace(/ {2,}/g, " ")
    .trim();
}

/** Whether a name is one line of characters that are seen; other spaces than usual ones, and white space around it, may be in it. */
export function isPlainLine(text: string): boolean {
  const spaced = text.trim().replace(/\p{Zs}+/gu, " ");
  return spaced !== "" && text.isWellFormed() && toPlainLine(text) === spaced;
}
