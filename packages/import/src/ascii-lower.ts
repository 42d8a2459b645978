/**
 * A text with the letters A to Z in lower case, in which each position is that of the text itself: `toLowerCase` makes two characters
 * of the İ that begins İstanbul.
 */
export function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
