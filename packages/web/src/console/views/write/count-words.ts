/** How many words a text has, in any script: Chinese has words without spaces too. */
export function countWords(text: string, language: string): number {
  let count = 0;
  for (const { isWordLike } of new Intl.Segmenter(language, { granularity: "word" }).segment(text)) {
    if (isWordLike) count += 1;
  }
  return count;
}
