import type { Examination } from "./examination.ts";
import type { SaidPart, Sentence } from "./sentence.ts";

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
  readonly said: { readonly finding: readonly SaidPart[]; readonly advice: readonly SaidPart[] | null };
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
  look(examination: Examination): Promise<Finding>;
}

export function ok(finding: Sentence): Finding {
  return find("ok", finding);
}

export function warning(finding: Sentence, advice: Sentence): Finding {
  return find("warning", finding, advice);
}

export function failed(finding: Sentence, advice: Sentence): Finding {
  return find("failed", finding, advice);
}

export function skipped(why: Sentence): Finding {
  return find("skipped", why);
}

function find(state: State, finding: Sentence, advice: Sentence | null = null): Finding {
  const said = { finding: finding.parts, advice: advice?.parts ?? null };
  return { state, finding: finding.text, advice: advice?.text ?? null, said };
}
