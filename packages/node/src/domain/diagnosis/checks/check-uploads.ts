import { type Check, type Finding, failed, ok, warning } from "../check.ts";
import { diagnosisLimits as limits } from "../diagnosis-limits.ts";
import type { ProbeOutcome } from "../send-probe.ts";
import { type Sentence, say, together } from "../sentence.ts";

const MiB = 1024 * 1024;
/** The first is what nginx takes unless it is told otherwise. */
const steps = [MiB, 10 * MiB] as const;

export const checkUploads: Check = {
  id: "proxy.uploads",
  area: "proxy",
  about:
    "How large a file may be on its way in: 1 MiB, 10 MiB, and as large as the node takes (100 MiB at the most)",
  warns: "files are refused or cut on the way that the node would take",
  fails: "those of 10 MiB are",
  needs: ["tables", "public-url", "probe", "reach"],
  beforeOwner: true,
  timeLimitMs: 60_000,
  async look({ probe, config }) {
    const most = Math.min(config.maxContentBytes, limits.uploadBytes);
    const endsAt = performance.now() + limits.uploadMs;
    let passed = 0;
    for (const bytes of [...steps.filter((step) => step < most), most]) {
      const deadlineMs = Math.max(1, endsAt - performance.now());
      const outcome = await probe({ method: "POST", bytes, deadlineMs });
      const problem = describe(outcome, bytes);
      if (problem === "slow") return tooSlow(passed, bytes);
      if (problem !== null) return judge(problem, passed, most);
      passed = bytes;
    }
    return ok(say`Files of ${inMiB(most)} come through whole.`);
  },
};

function describe(outcome: ProbeOutcome, bytes: number): Sentence | "slow" | null {
  if (outcome.kind === "arrived") {
    const { isWhole, report } = outcome;
    if (isWhole) return null;
    return say`Uploads are limited on the way: ${report.bytes} of ${bytes} bytes of an upload arrive.`;
  }
  if (outcome.kind === "lost") {
    const { kind, code = kind } = outcome.error;
    if (kind === "timeout") return "slow";
    return say`Uploads are limited on the way: an upload of ${inMiB(bytes)} breaks off (${code}).`;
  }
  return outcome.status === 408
    ? "slow"
    : say`Uploads are limited on the way: the proxy refuses an upload of ${inMiB(bytes)} with ${outcome.status}.`;
}

function judge(problem: Sentence, passed: number, most: number): Finding {
  const told = passed > 0 ? together(problem, say`${inMiB(passed)} come through.`) : problem;
  const advice = say`Allow bodies of ${inMiB(most + MiB)} in the proxy (nginx: client_max_body_size ${Math.ceil(most / MiB) + 1}m).`;
  return passed < Math.min(steps[1], most) ? failed(told, advice) : warning(told, advice);
}

function tooSlow(passed: number, bytes: number): Finding {
  const seconds = limits.uploadMs / 1000;
  return passed === 0
    ? warning(say`Not even ${inMiB(bytes)} came through in ${seconds} s.`, say`Try again on a better line.`)
    : ok(
        say`Files of ${inMiB(passed)} come through whole; the line is too slow to try ${inMiB(bytes)} in ${seconds} s.`,
      );
}

function inMiB(bytes: number): string {
  const amount = bytes / MiB;
  return `${Number.isInteger(amount) ? amount : amount.toFixed(1)} MiB`;
}
