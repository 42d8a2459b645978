import type { ArchiveReport } from "@freehold/protocol";
import { en, type VerifierMessages } from "../messages/verifier/en.ts";
import { zh } from "../messages/verifier/zh.ts";

/** One line of a result. */
export interface ReportLine {
  readonly look: "good" | "bad" | "plain";
  readonly text: string;
}

// The length of a report; a damaged archive may have a fault for each file.
const listedFaults = 100;

/** The result of a check in words, the most important first. */
export function describeReport(
  { signed, files, proofs, faults }: ArchiveReport,
  messages: VerifierMessages,
): ReportLine[] {
  const isWhole = faults.length === 0;
  const lines: ReportLine[] = [
    isWhole
      ? { look: "good", text: messages.whole(files) }
      : { look: "bad", text: messages.broken(faults.length) },
  ];
  for (const { path, kind } of faults.slice(0, listedFaults)) {
    lines.push({ look: "bad", text: `${path} ${messages.faults[kind]}` });
  }
  if (faults.length > listedFaults) {
    lines.push({ look: "plain", text: messages.more(faults.length - listedFaults) });
  }
  if (signed === null) {
    lines.push({ look: "bad", text: isWhole ? messages.unsigned : messages.unsignedBroken });
  } else {
    lines.push(
      { look: isWhole ? "good" : "plain", text: `${messages.signedBy} ${signed.address}` },
      { look: "plain", text: messages.node(signed.node, signed.madeAt.slice(0, 10)) },
    );
  }
  if (proofs > 0) lines.push({ look: "good", text: messages.proofs(proofs) });
  if (signed !== null) lines.push({ look: "plain", text: messages.compare });
  return lines;
}

/** The texts in the first of these languages that is available. */
export function chooseVerifierMessages(languages: readonly string[]): VerifierMessages {
  const known = languages
    .map((one) => one.slice(0, 2).toLowerCase())
    .find((one) => one === "en" || one === "zh");
  return known === "zh" ? zh : en;
}
