import { MiB, secondMs } from "@freehold/protocol/internal";
import { type Finding, failed, ok, warning } from "../../../domain/check.ts";
import { msg, type Sentence } from "../../../errors/errors.ts";
import type { NodeCheck } from "../check-context.ts";
import { diagnosisLimits as limits } from "../limits.ts";
import type { ProbeOutcome } from "../probes.ts";
import { checkForwarding } from "./forwarding.ts";

const uploadMs = 40 * secondMs; // trying one length of upload
const uploadBytes = 100 * MiB; // the longest upload that is tried
const methods = ["POST", "PATCH", "DELETE"] as const;
const sampleBody = JSON.stringify({ typedData: "a body of the length that messages have" });
/** The first is the limit of nginx by default. */
const uploadSteps = [MiB, 10 * MiB] as const;

export const proxyChecks: readonly NodeCheck[] = [
  {
    id: "proxy.methods",
    about: "Whether POST, PATCH and DELETE come through with their bodies",
    fails:
      "one is refused, or loses or changes its body (followers could then not leave, or profiles not change)",
    needs: ["tables", "public-url", "probe", "reach"],
    beforeOwner: true,
    timeLimitMs: 20_000,
    async run({ probe }) {
      const problems = await Promise.all(
        methods.map(async (method) =>
          describeMethod(method, await probe({ method, text: sampleBody, deadlineMs: limits.outsideMs })),
        ),
      );
      const bad = problems.filter((problem) => problem !== null);
      if (bad.length === 0) return ok(msg`${methods.join(", ")} pass with their bodies.`);
      return failed(
        bad.flat(),
        msg`Configure the proxy (or the CDN in front of it) to pass on every method under /ewp/ and /api/ with its body unchanged.`,
      );
    },
  },
  {
    id: "proxy.uploads",
    about:
      "The size of files that reach the node: 1 MiB, 10 MiB, and the most that the node takes (100 MiB at the most)",
    warns: "files are refused or cut on the way that the node would take",
    fails: "those of 10 MiB are",
    needs: ["tables", "public-url", "probe", "reach"],
    beforeOwner: true,
    timeLimitMs: 60_000,
    async run({ probe, config }) {
      const most = Math.min(config.maxContentBytes, uploadBytes);
      const endsAt = performance.now() + uploadMs;
      let passed = 0;
      for (const bytes of [...uploadSteps.filter((step) => step < most), most]) {
        const deadlineMs = Math.max(1, endsAt - performance.now());
        const problem = describeUpload(await probe({ method: "POST", bytes, deadlineMs }), bytes);
        if (problem === "slow") return describeSlowUpload(passed, bytes);
        if (problem !== null) return assessUpload(problem, passed, most);
        passed = bytes;
      }
      return ok(msg`Files of ${inMiB(most)} pass.`);
    },
  },
  checkForwarding,
];

function describeMethod(method: string, outcome: ProbeOutcome): Sentence | null {
  if (outcome.kind === "lost")
    return msg`${method} is lost in transit (${outcome.error.code ?? outcome.error.kind}).`;
  if (outcome.kind === "elsewhere") return msg`The proxy answers ${method} itself, with ${outcome.status}.`;
  if (outcome.isWhole) return null;
  const { report } = outcome;
  if (report.method !== method) return msg`The proxy turns ${method} into ${report.method}.`;
  return report.bytes === 0
    ? msg`The proxy strips the body from ${method}.`
    : msg`The proxy changes the body of ${method}.`;
}

/** @returns null if the upload arrived whole */
function describeUpload(outcome: ProbeOutcome, bytes: number): Sentence | "slow" | null {
  if (outcome.kind === "arrived") {
    const { isWhole, report } = outcome;
    if (isWhole) return null;
    return msg`Uploads are limited in transit: ${report.bytes} of ${bytes} bytes of an upload arrive.`;
  }
  if (outcome.kind === "lost") {
    const { kind, code = kind } = outcome.error;
    if (kind === "timeout") return "slow";
    return msg`Uploads are limited in transit: an upload of ${inMiB(bytes)} is interrupted (${code}).`;
  }
  if (outcome.status === 408) return "slow";
  return msg`Uploads are limited in transit: the proxy refuses an upload of ${inMiB(bytes)} with ${outcome.status}.`;
}

function assessUpload(problem: Sentence, passed: number, most: number): Finding {
  const assess = passed < Math.min(uploadSteps[1], most) ? failed : warning;
  return assess(
    passed > 0 ? [...problem, ...msg`${inMiB(passed)} pass.`] : problem,
    msg`Allow bodies of ${inMiB(most + MiB)} in the proxy (nginx: client_max_body_size ${Math.ceil(most / MiB) + 1}m).`,
  );
}

function describeSlowUpload(passed: number, bytes: number): Finding {
  const seconds = uploadMs / 1000;
  return passed === 0
    ? warning(msg`Not even ${inMiB(bytes)} passed in ${seconds} s.`, msg`Try again with a faster connection.`)
    : ok(
        msg`Files of ${inMiB(passed)} pass; the connection is too slow to test ${inMiB(bytes)} in ${seconds} s.`,
      );
}

function inMiB(bytes: number): string {
  const amount = bytes / MiB;
  return `${Number.isInteger(amount) ? amount : amount.toFixed(1)} MiB`;
}
