const longest = 100;

/**
 * The id that most programs give to a heading: its words in lower case with hyphens between them, without other signs (decision 0047).
 *
 * @param text plain
 */
export function nameHeading(text: string): string {
  const words = text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, "");
  return words.trim().replace(/\s/g, "-").slice(0, longest).toWellFormed();
}
