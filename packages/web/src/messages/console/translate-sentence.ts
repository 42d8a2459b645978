/** A sentence of the node: in English with `{0}` and `{1}`, and the values to insert. */
export interface SentencePart {
  readonly code: string;
  readonly values: readonly string[];
}

/** One sentence or more. */
export type Sentence = readonly SentencePart[];

/** Sentences with `{0}`, `{1}` for their values, and the same in another language. */
export type SentenceTable = Readonly<Record<string, string>>;

/** The translation of a value, which may be a sentence itself; null leaves it. */
type TranslateValue = (value: string) => string | null;

/**
 * Translates sentences by their codes.
 *
 * @returns null where one is unknown, or where there is none
 */
export function translateParts(
  table: SentenceTable,
  sentence: Sentence,
  translateValue: TranslateValue = () => null,
): string | null {
  const texts = sentence.map(({ code, values }) =>
    table[code]?.replace(/\{(\d)\}/g, (_, at: string) => {
      const value = values[Number(at)] ?? "";
      return translateValue(value) ?? value;
    }),
  );
  return texts.length === 0 || texts.includes(undefined) ? null : texts.join("");
}

/**
 * Makes a function that translates sentences which the node writes in English: it recognises them by their words, so that
 * sentences of an earlier version and stored ones are translated, too.
 *
 * @returns a function that returns null for an unknown sentence
 */
export function createTranslator(
  table: SentenceTable,
  translateValue: TranslateValue = () => null,
): (sentence: string) => string | null {
  const sentences = Object.entries(table)
    .map(([english, translation]) => {
      const pattern = english.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\\\{\d\\\}/g, "(.+)");
      return {
        pattern: new RegExp(`^${pattern}$`, "s"),
        translation,
        fixed: english.replace(/\{\d\}/g, "").length,
      };
    })
    // A sentence with more words of its own tells more than one that consists of values.
    .sort((one, other) => other.fixed - one.fixed);
  return (sentence) => {
    for (const { pattern, translation } of sentences) {
      const found = pattern.exec(sentence);
      const valueAt = (at: number) => translateValue(found?.[at + 1] ?? "") ?? found?.[at + 1] ?? "";
      if (found) return translation.replace(/\{(\d)\}/g, (_, at: string) => valueAt(Number(at)));
    }
    return null;
  };
}
