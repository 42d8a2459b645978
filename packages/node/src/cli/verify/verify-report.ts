import { type StepState, verdictOf } from "@freehold/protocol";
import { formatCount } from "../format.ts";
import type { Terminal } from "../terminal.ts";

interface Check {
  readonly what: string;
  /** Null if the check passed. */
  readonly problem: string | null;
  readonly details?: Readonly<Record<string, string | number | null>>;
}

/** One step of the check of one publication. */
export interface VerifyStep {
  readonly name: string;
  readonly state: StepState;
  readonly text: string;
}

/** The result for one publication. */
export interface VerifyConclusion {
  /** The meaning of a valid proof, as a sentence. */
  readonly shows: string;
  readonly steps: readonly VerifyStep[];
  /** For programs. */
  readonly details: Readonly<Record<string, unknown>>;
}

export type VerifyReport = ReturnType<typeof createVerifyReport>;

/** A signed second; a number where it is beyond every calendar. */
export function formatSecond(timestamp: number): string {
  const date = new Date(timestamp * 1000);
  if (Number.isNaN(date.getTime())) return String(timestamp);
  return `${date.toISOString().replace("T", " ").replace(".000Z", "")} UTC`;
}

const marks = { good: ["green", "ok "], bad: ["red", "BAD"], unknown: ["yellow", "?  "] } as const;

/**
 * A report on standard output, for people or as one JSON document. Of a whole node a line for each check, at once, so that
 * a history of any length fits into memory; of one publication the verdict first, then each step.
 */
export function createVerifyReport(terminal: Terminal, target: string, json: boolean) {
  const { paint, print, write } = terminal;
  const head = `{"target":${JSON.stringify(target)},"checks":[`;
  let [checked, failed] = [0, 0];
  let verdict: ReturnType<typeof verdictOf> | null = null;
  return {
    async add({ what, problem, details }: Check): Promise<void> {
      const separator = checked === 0 ? head : ",";
      checked++;
      failed += problem === null ? 0 : 1;
      if (json) {
        return await write(
          `${separator}\n${JSON.stringify({ what, ok: problem === null, problem, ...details })}`,
        );
      }
      await print(
        problem === null ? `${paint("green", "ok ")} ${what}` : `${paint("red", "BAD")} ${what}: ${problem}`,
      );
    },

    /** The whole result for one publication. */
    async conclude({ shows, steps, details }: VerifyConclusion): Promise<void> {
      verdict = verdictOf(steps);
      checked = steps.length;
      const wrong = steps.filter(({ state }) => state === (verdict === "invalid" ? "bad" : "unknown"));
      failed = steps.filter(({ state }) => state === "bad").length;
      if (json) {
        const checks = steps.map(({ name, state, text }) => {
          const ok = state === "good";
          return { name, state, what: text, ok, problem: ok ? null : text };
        });
        const ok = verdict === "valid";
        return await write(
          `${JSON.stringify({ target, verdict, ...details, checks, checked, failed, ok }, null, 1)}\n`,
        );
      }
      const reasons = wrong.map(({ text }) => text).join("; ");
      if (verdict === "valid") await print(paint("green", `Valid. ${shows}`));
      else if (verdict === "invalid") await print(paint("red", `Not valid: ${reasons}.`));
      else await print(paint("yellow", `Not everything could be verified: ${reasons}.`));
      const width = Math.max(...steps.map(({ name }) => name.length));
      for (const { name, state, text } of steps) {
        const [colour, mark] = marks[state];
        await print(`${paint(colour, mark)} ${name.padEnd(width)}  ${text}`);
      }
    },

    /** @returns how many checks failed, and whether something could not be checked */
    async end(): Promise<{ failed: number; isOpen: boolean }> {
      if (verdict !== null) return { failed, isOpen: verdict === "incomplete" };
      const isOk = failed === 0;
      const count = formatCount(checked, "check");
      await (json
        ? write(`${checked === 0 ? head : "\n"}],"checked":${checked},"failed":${failed},"ok":${isOk}}\n`)
        : print(isOk ? paint("green", `${count} passed.`) : paint("red", `${failed} of ${count} failed.`)));
      return { failed, isOpen: false };
    },
  };
}
