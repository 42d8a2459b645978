/** Comments, strings (also those that a line's end breaks off) and addresses without quotes, as CSS reads them. */
const pieces =
  /\/\*.*?(?:\*\/|$)|"(?:\\.|[^"\\\n\r\f])*["\n\r\f]?|'(?:\\.|[^'\\\n\r\f])*['\n\r\f]?|url\(\s*(?!["'\s])[^)]*\)?/gis;

/**
 * Finds what would load something from elsewhere, or is not found, in a stylesheet: an `@import`, the address of another host, a
 * path that is not of this site. A browser loads none of it (the site's policy); an owner learns it before a reader does.
 *
 * @returns the words of the stylesheet, at most 100 characters; null for a stylesheet that stays on this site
 */
export function findForeignPart(css: string): string | null {
  // A letter may be written as an escape. Other escapes come later: they could look like the end of a string.
  const plain = css.replace(/\\([0-9a-f]{1,6})\s?/gi, (written, hex: string) => {
    const letter = String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff));
    return /[a-z0-9]/i.test(letter) ? letter : written;
  });
  const read = plain.replace(pieces, (piece) => (piece.startsWith("/*") ? " " : piece));
  const whole = read
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_, hex: string) => {
      return String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff));
    })
    .replace(/\\(.)/gs, "$1");
  const found =
    /@import\b[^;]*/i.exec(whole) ??
    /[a-z]{1,10}:[/\\]{2}[^\s"')]*/i.exec(whole) ??
    /["'(]\s*[/\\]{2}[^\s"')]*/.exec(whole) ??
    /url\(\s*["']?(?!["'\s]|\/|#|data:)[^"')]*/i.exec(whole);
  return found?.[0].trim().slice(0, 100) ?? null;
}
