import { formatCount } from "./format-amount.ts";
import type { Terminal } from "./terminal.ts";

/** One thing that was looked at, and what came of it. */
export interface Check {
  readonly what: string;
  /** Null when it is as it should be. */
  readonly problem: string | null;
  readonly facts?: Readonly<Record<string, string | number | null>>;
}

/** Tells checks as they are made, so that a history of any length can be gone through. */
export interface VerifyReport {
  add(check: Check): Promise<void>;
  /** @returns how many checks there were and how many failed */
  end(): Promise<{ checked: number; failed: number }>;
}

/** A report on standard output: a line for each check, or one JSON document. */
export function createVerifyReport(terminal: Terminal, target: string, json: boolean): VerifyReport {
  let checked = 0;
  let failed = 0;
  return {
    async add(check) {
      const isFirst = checked === 0;
      checked++;
      failed += check.problem === null ? 0 : 1;
      if (json) {
        const { what, problem, facts } = check;
        const head = isFirst ? `{"target":${JSON.stringify(target)},"checks":[` : ",";
        await terminal.write(`${head}\n${JSON.stringify({ what, ok: problem === null, problem, ...facts })}`);
      } else {
        await terminal.print(formatCheck(terminal, check));
      }
    },
    async end() {
      if (json) {
        const head = checked === 0 ? `{"target":${JSON.stringify(target)},"checks":[` : "\n";
        await terminal.write(`${head}],"checked":${checked},"failed":${failed},"ok":${failed === 0}}\n`);
      } else {
        const sum =
          failed === 0
            ? `${formatCount(checked, "check")} passed.`
            : `${failed} of ${formatCount(checked, "check")} failed.`;
        await terminal.print(terminal.paint(failed === 0 ? "green" : "red", sum));
      }
      return { checked, failed };
    },
  };
}

function formatCheck({ paint }: Terminal, { what, problem }: Check): string {
  return problem === null ? `${paint("green", "ok ")} ${what}` : `${paint("red", "BAD")} ${what}: ${problem}`;
}
