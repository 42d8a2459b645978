import type { Form } from "@freehold/protocol";
import type { Check } from "./check.ts";

/**
 * - `differs`: the node does something else than Freehold, where the specification leaves it open. That is no fault.
 * - `notShown`: the node refuses a right message that the check needs, so the check shows nothing.
 */
export type Outcome = "passed" | "failed" | "differs" | "notShown" | "skipped";

export interface CheckResult extends Pick<Check, "id" | "section" | "title"> {
  /** The part of the decisions that details the rule. */
  readonly decisions: number | null;
  readonly outcome: Outcome;
  /** For a check that failed, or found a difference. */
  readonly expected: string | null;
  readonly actual: string | null;
  /** For a skipped check, or one that shows nothing. */
  readonly reason: string | null;
  readonly durationMs: number;
}

export interface Report {
  readonly node: string;
  /** The checked form. */
  readonly form: Form;
  /** The detected forms of the node; may be empty. */
  readonly speaks: readonly Form[];
  /** The URL of the suite's peer, and the reason if the node did not reach it. */
  readonly peer: { readonly url: string; readonly problem: string | null };
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly counts: Readonly<Record<Outcome, number>>;
  /** Ordered by section. */
  readonly results: readonly CheckResult[];
  /** Errors of cleanups. */
  readonly notes: readonly string[];
}
