/**
 * Things one after another, as a language has them: "a, b and c".
 *
 * @param language BCP 47
 */
export function sayList(things: readonly string[], language: string): string {
  return new Intl.ListFormat(language === "en" ? "en-GB" : language, { type: "conjunction" }).format(things);
}
