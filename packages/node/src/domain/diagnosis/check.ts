import type { CheckContext } from "./check-context.ts";

/** What can be wrong with a node, in the order in which it is told. */
export const areas = ["configuration", "machine", "database", "work", "outside", "proxy"] as const;
export type Area = (typeof areas)[number];

/** `skipped`: it could not be looked at, or there is nothing to look at; the finding says why. */
export const states = ["ok", "warning", "failed", "skipped"] as const;
export type State = (typeof states)[number];

/** What came of one check. */
export interface Finding {
  readonly state: State;
  /** A sentence or two, without anything secret. */
  readonly finding: string;
  /** The one thing to do; null where there is nothing to do. */
  readonly advice: string | null;
  /** The same for catalogues of other languages. */
  readonly parts: {
    readonly finding: readonly SentencePart[];
    readonly advice: readonly SentencePart[] | null;
  };
}

/**
 * What has to be there before a check makes sense. `probe`: a row can be written for a probe; `reach`: the node was reached
 * by its public address.
 */
export type Need = "store" | "tables" | "owner" | "public-url" | "probe" | "reach";

/** One thing that is looked at. Its name is for programs, and stays. */
export interface Check {
  readonly id: string;
  readonly area: Area;
  /** What it looks at, and when it warns and fails, for the docs. */
  readonly about: string;
  readonly warns: string | null;
  readonly fails: string | null;
  readonly needs: readonly Need[];
  /** Whether it is for the installer too, before the node has an owner. */
  readonly beforeOwner?: true;
  readonly timeLimitMs: number;
  run(examination: CheckContext): Promise<Finding>;
}

export function ok(finding: Sentence): Finding {
  return createFinding("ok", finding);
}

export function warning(finding: Sentence, advice: Sentence): Finding {
  return createFinding("warning", finding, advice);
}

export function failed(finding: Sentence, advice: Sentence): Finding {
  return createFinding("failed", finding, advice);
}

export function skipped(why: Sentence): Finding {
  return createFinding("skipped", why);
}

function createFinding(state: State, finding: Sentence, advice: Sentence | null = null): Finding {
  const parts = { finding: finding.parts, advice: advice?.parts ?? null };
  return { state, finding: finding.text, advice: advice?.text ?? null, parts };
}

/** What a catalogue of another language knows a sentence by, and what stands at its places. */
export interface SentencePart {
  /** The English sentence with `{0}`, `{1}` at its places. */
  readonly code: string;
  readonly values: readonly string[];
}

/** A sentence or two: in English, and in parts that can be said in any language. */
export interface Sentence {
  readonly text: string;
  readonly parts: readonly SentencePart[];
}

/** One sentence, as a template. Each choice of words is a sentence of its own, for another language chooses others. */
export function msg(
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
export function joinSentences(...sentences: readonly Sentence[]): Sentence {
  return {
    text: sentences.map(({ text }) => text).join(" "),
    parts: sentences.flatMap(({ parts }) => parts),
  };
}

/** What is said in English alone: words of another program, or of somebody. */
export function untranslated(text: string): Sentence {
  return msg`${text}`;
}
