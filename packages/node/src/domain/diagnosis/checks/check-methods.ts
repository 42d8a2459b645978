import { type Check, failed, ok } from "../check.ts";
import { diagnosisLimits as limits } from "../diagnosis-limits.ts";
import type { ProbeOutcome } from "../send-probe.ts";
import { type Sentence, say, together } from "../sentence.ts";

const methods = ["POST", "PATCH", "DELETE"] as const;
const text = JSON.stringify({ typedData: "a body of the length that messages have" });

export const checkMethods: Check = {
  id: "proxy.methods",
  area: "proxy",
  about: "Whether POST, PATCH and DELETE come through with their bodies",
  warns: null,
  fails:
    "one is refused, or loses or changes its body (followers could then not leave, or profiles not change)",
  needs: ["tables", "public-url", "probe", "reach"],
  beforeOwner: true,
  timeLimitMs: 20_000,
  async look({ probe }) {
    const problems = await Promise.all(
      methods.map(async (method) =>
        describe(method, await probe({ method, text, deadlineMs: limits.outsideMs })),
      ),
    );
    const bad = problems.filter((problem) => problem !== null);
    if (bad.length === 0) return ok(say`${methods.join(", ")} come through with their bodies.`);
    return failed(
      together(...bad),
      say`Let the proxy (or the CDN in front of it) pass on every method under /ewp/ and /api/ with its body as it is.`,
    );
  },
};

function describe(method: string, outcome: ProbeOutcome): Sentence | null {
  if (outcome.kind === "lost")
    return say`${method} is lost on the way (${outcome.error.code ?? outcome.error.kind}).`;
  if (outcome.kind === "elsewhere") return say`The proxy answers ${method} itself, with ${outcome.status}.`;
  if (outcome.isWhole) return null;
  const { report } = outcome;
  if (report.method !== method) return say`The proxy makes a ${report.method} of ${method}.`;
  return report.bytes === 0
    ? say`The proxy strips the body from ${method}.`
    : say`The proxy changes the body of ${method}.`;
}
