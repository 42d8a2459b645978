/** What a catalogue of another language knows a sentence by, and what stands at its places. */
export interface SaidPart {
  /** The English sentence with `{0}`, `{1}` at its places. */
  readonly code: string;
  readonly values: readonly string[];
}

/** A sentence or two: in English, and in parts that can be said in any language. */
export interface Sentence {
  readonly text: string;
  readonly parts: readonly SaidPart[];
}

/** One sentence, as a template. Each choice of words is a sentence of its own, for another language chooses others. */
export function say(
  strings: TemplateStringsArray,
  ...given: readonly (string | number | null | undefined)[]
): Sentence {
  const values = given.map((value) => String(value ?? ""));
  const at = (place: (index: number) => string) =>
    strings.map((string, index) => (index === 0 ? string : `${place(index - 1)}${string}`)).join("");
  return {
    text: at((index) => values[index] ?? ""),
    parts: [{ code: at((index) => `{${index}}`), values }],
  };
}

/** Sentences after one another. */
export function together(...sentences: readonly Sentence[]): Sentence {
  return {
    text: sentences.map(({ text }) => text).join(" "),
    parts: sentences.flatMap(({ parts }) => parts),
  };
}

/** What is said in English alone: words of another program, or of somebody. */
export function verbatim(text: string): Sentence {
  return say`${text}`;
}
