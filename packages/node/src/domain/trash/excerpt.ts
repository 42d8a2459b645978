/** The beginning of a text that stands in the list of the trash. */
const excerptLength = 200;

/** The first words of a text, in one line. */
export function takeExcerpt(text: string): string {
  const line = text
    .slice(0, 4 * excerptLength)
    .replace(/\s+/g, " ")
    .trim();
  return [...line].slice(0, excerptLength).join("");
}
