/**
 * A text from anywhere, made fit for one line of a terminal: no escape sequences, no line breaks, nothing that turns
 * the direction of writing.
 */
export function safeText(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
}
