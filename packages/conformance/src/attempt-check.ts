import type { Check, Need } from "./check.ts";
import { NotShown, Skipped, Unexpected } from "./expectations.ts";
import type { RequireControl } from "./messages/controls.ts";
import { plain } from "./node/reply.ts";
import type { CheckResult } from "./report.ts";
import { createTrial, type Trial, type TrialParts } from "./trial.ts";

/**
 * Makes one check after its controls, and puts back what it moved.
 *
 * @param problem why the node can't reach the suite's peer, or null
 * @param notes takes what could not be put back
 */
export async function attemptCheck(
  check: Check,
  parts: TrialParts,
  { problem, control, notes }: { problem: string | null; control: RequireControl; notes: string[] },
): Promise<CheckResult> {
  const started = performance.now();
  const { trial, cleanUp } = createTrial(parts);
  const missing = (check.needs ?? [])
    .map((need) => whatIsMissing(need, trial, problem))
    .find((reason) => reason !== null);
  const findings = missing ? skipped(missing) : await run(check, trial, control);
  notes.push(...(await cleanUp()).map(plain));
  const { id, section, decisions = null, title } = check;
  return { id, section, decisions, title, ...findings, durationMs: Math.round(performance.now() - started) };
}

function whatIsMissing(need: Need, trial: Trial, problem: string | null): string | null {
  if (need === "peer") return problem;
  if (need === "baseline") {
    const isSpoken = trial.facts.forms.includes("baseline");
    return isSpoken ? null : "a node of the reference form alone need not do this";
  }
  try {
    return trial.owner && null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

type Findings = Pick<CheckResult, "outcome" | "expected" | "actual" | "reason">;

async function run(check: Check, trial: Trial, control: RequireControl): Promise<Findings> {
  try {
    for (const name of check.controls ?? []) await control(name, trial);
    await check.run(trial);
    return { outcome: "passed", expected: null, actual: null, reason: null };
  } catch (error) {
    if (error instanceof Skipped) return skipped(error.message);
    if (error instanceof NotShown) return { ...skipped(error.message), outcome: "notShown" };
    if (error instanceof Unexpected) return failed(error.expected, error.actual);
    return failed("an answer", plain(error instanceof Error ? error.message : String(error)));
  }
}

function skipped(reason: string): Findings {
  return { outcome: "skipped", expected: null, actual: null, reason };
}

function failed(expected: string, actual: string): Findings {
  return { outcome: "failed", expected, actual, reason: null };
}
