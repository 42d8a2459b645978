import type { Form } from "@freehold/protocol";
import type { Section } from "./check.ts";

/** `notShown`: the node refuses what the check needs to be taken first, so that it shows nothing either way. */
export type Outcome = "passed" | "failed" | "notShown" | "skipped";

/** How one check came out. */
export interface CheckResult {
  readonly id: string;
  readonly section: Section;
  /** The part of the decisions that says more of the rule. */
  readonly decisions: number | null;
  readonly title: string;
  readonly outcome: Outcome;
  /** What was expected and what came, where it failed. */
  readonly expected: string | null;
  readonly actual: string | null;
  /** Why it was skipped, or shows nothing. */
  readonly reason: string | null;
  readonly durationMs: number;
}

/** How a node came out. */
export interface Report {
  readonly node: string;
  /** The form that the node was checked in. */
  readonly form: Form;
  /** The forms that the node speaks; none where nothing tells. */
  readonly speaks: readonly Form[];
  /** Where the suite's own peer was, and why the node did not reach it, if it did not. */
  readonly peer: { readonly url: string; readonly problem: string | null };
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly counts: Readonly<Record<Outcome, number>>;
  /** By section. */
  readonly results: readonly CheckResult[];
  /** What could not be left as it was found. */
  readonly notes: readonly string[];
}
