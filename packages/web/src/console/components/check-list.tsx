import type { ReplyOf } from "@freehold/client";
import type { ReactElement, ReactNode } from "react";
import { circle } from "../../drawings/drawing.ts";
import { formatFinding } from "../../messages/console/format-finding.ts";
import { useMessages } from "../../messages/console/use-messages.ts";
import type { checkFields } from "../diagnosis.ts";
import { inlineDrawing } from "../elements.ts";
import "./check-list.css";

/** The result of one check of the node's diagnosis. */
export type Check = ReplyOf<typeof checkFields>;

type CheckState = Check["state"];

/** The results of a diagnosis: problems with their solution, the worst first; passed checks are folded away. */
export function CheckList({ checks }: { checks: readonly Check[] }): ReactElement {
  const { status: texts } = useMessages();
  const problems = (["FAILED", "WARNING"] as const).flatMap((bad) =>
    checks.filter(({ state }) => state === bad),
  );
  const rest = checks.filter((check) => !problems.includes(check));
  const passed = rest.filter(({ state }) => state === "OK").length;
  return (
    <>
      {problems.length > 0 && <Checks checks={problems} />}
      {rest.length > 0 && (
        <details className="passed-checks">
          <summary>{texts.passed(passed, rest.length - passed)}</summary>
          <Checks checks={rest} />
        </details>
      )}
    </>
  );
}

function Checks({ checks }: { checks: readonly Check[] }): ReactElement {
  const { status: texts, language } = useMessages();
  return (
    <ul className="diagnosis">
      {checks.map((check) => (
        <li key={check.id} data-state={check.state}>
          <strong>
            {inlineDrawing({ size: 16, shapes: marks[check.state] }, "state-mark", null)}
            {texts.states[check.state]}
          </strong>
          <p>
            {markUp(formatFinding(check.findingParts, language))}
            {check.adviceParts.length > 0 && (
              <span className="advice">{markUp(formatFinding(check.adviceParts, language))}</span>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** A text whose commands in backticks are code, and whose addresses of this project are links. */
function markUp(text: string): ReactNode[] {
  const parts = text.split("`");
  const isPaired = parts.length % 2 === 1;
  if (!isPaired) return linkProject(text);
  return parts.flatMap((part, at) => (at % 2 === 0 ? linkProject(part) : <code key={part}>{part}</code>));
}

/** A text whose addresses of this project are links. */
function linkProject(text: string): ReactNode[] {
  return text.split(/(https:\/\/github\.com\/[\w./-]*\w)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <a key={part} href={part} rel="noreferrer">
        {part.replace("https://", "")}
      </a>
    ),
  );
}

const line = (path: string) => ({ path, stroke: 1.75 });

/** Each state has a shape of its own, because not everybody sees colours. */
const marks: Record<CheckState, ReturnType<typeof line>[]> = {
  OK: [line("M3 8.5 6.5 12 13 4.5")],
  WARNING: [line("M8 2 14.5 13.5H1.5Z"), line("M8 6.5V9.5"), line("M8 11.4V11.5")],
  FAILED: [line(circle(8, 6.25)), line("M5.75 5.75 10.25 10.25"), line("M10.25 5.75 5.75 10.25")],
  SKIPPED: [line("M4 8H12")],
};
