import { type Section, sections } from "../check.ts";
import { plain } from "../node/reply.ts";
import type { CheckResult, Outcome, Report } from "../report.ts";

/** Colours a text on a terminal; returns it unchanged otherwise. */
export type Paint = (style: "green" | "red" | "yellow" | "dim" | "bold", text: string) => string;

const names = new Map<Section, string>(sections);
const marks = {
  passed: "pass",
  failed: "FAIL",
  differs: "diff",
  notShown: "----",
  skipped: "skip",
} as const satisfies Record<Outcome, string>;
const colours = {
  passed: "green",
  failed: "red",
  differs: "yellow",
  notShown: "red",
  skipped: "yellow",
} as const;

/** The first line: the forms of the node and the checked form. */
export function formatStart(
  { node, form, speaks }: Pick<Report, "node" | "form" | "speaks">,
  paint: Paint,
): string {
  const spoken = speaks.map((one) => `the ${one} form`).join(" and ") || "no known form";
  return `${paint("bold", plain(node))} speaks ${spoken}; checked in the ${form} form`;
}

export function formatSection(section: Section, paint: Paint): string {
  return `\n${paint("bold", `${section}  ${names.get(section)}`)}`;
}

/** A line for a result; below a failed one, the expected and the actual value. */
export function formatResult(result: CheckResult, width: number, paint: Paint): string {
  const { id, outcome, title, expected, actual, reason, section, decisions } = result;
  const mark = paint(colours[outcome], marks[outcome]);
  const text = outcome === "notShown" ? `not shown: ${reason}` : reason;
  const line = `  ${mark}  ${id.padEnd(width)}  ${text === null ? title : paint("dim", text)}`;
  if (outcome !== "failed" && outcome !== "differs") return line;
  const rule =
    outcome === "differs"
      ? `decisions ${decisions} of Freehold; the specification leaves it open`
      : `specification ${section}${decisions === null ? "" : `, decisions ${decisions}`}`;
  const more = Object.entries({ expected, got: actual, rule });
  return [line, ...more.map(([name, text]) => `        ${paint("dim", name.padEnd(8))}  ${text}`)].join("\n");
}

/** The last lines: counts, failed ids and notes. */
export function formatSummary({ counts, durationMs, results, notes }: Report, paint: Paint): string {
  const { passed, failed, differs, notShown, skipped } = counts;
  const parts = [
    paint("green", `${passed} passed`),
    failed > 0 ? paint("red", `${failed} failed`) : "none failed",
    ...(differs > 0 ? [paint("yellow", `${differs} different from Freehold`)] : []),
    ...(notShown > 0 ? [paint("red", `${notShown} not shown`)] : []),
    ...(skipped > 0 ? [paint("yellow", `${skipped} skipped`)] : []),
  ];
  const failures = results.filter(({ outcome }) => outcome === "failed").map(({ id }) => `  ${id}`);
  return [
    "",
    `${parts.join(", ")}, in ${(durationMs / 1000).toFixed(1)} s`,
    ...failures,
    ...notes.map((note) => `${paint("yellow", "note")}  ${note}`),
  ].join("\n");
}

/** The report as JUnit XML, a suite for each section. */
export function formatJunit({ node, results, counts, durationMs, startedAt }: Report): string {
  const total = attributes({
    name: `Conformance of ${node}`,
    tests: results.length,
    failures: counts.failed,
    errors: counts.notShown,
    skipped: counts.skipped + counts.differs,
    time: seconds(durationMs),
    timestamp: startedAt,
  });
  const suites = sections
    .map(([section]) => ({ section, cases: results.filter((result) => result.section === section) }))
    .filter(({ cases }) => cases.length > 0)
    .map(({ section, cases }) => formatSuite(section, cases));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${total}>\n${suites.join("\n")}\n</testsuites>\n`;
}

function formatSuite(section: Section, cases: readonly CheckResult[]): string {
  const of = (wanted: Outcome) => cases.filter(({ outcome }) => outcome === wanted).length;
  const own = attributes({
    name: `${section} ${names.get(section)}`,
    tests: cases.length,
    failures: of("failed"),
    errors: of("notShown"),
    skipped: of("skipped") + of("differs"),
    time: seconds(cases.reduce((sum, { durationMs }) => sum + durationMs, 0)),
  });
  return `  <testsuite${own}>\n${cases.map(formatCase).join("\n")}\n  </testsuite>`;
}

function formatCase(result: CheckResult): string {
  const { id, section, title, outcome, expected, actual, reason, durationMs } = result;
  const own = attributes({ classname: `ewp.${section}`, name: `${id}: ${title}`, time: seconds(durationMs) });
  if (outcome === "passed") return `    <testcase${own}/>`;
  const { element, message } = {
    failed: { element: "failure", message: `expected ${expected}, got ${actual}` },
    differs: {
      element: "skipped",
      message: `different from Freehold: expected ${expected}, got ${actual}`,
    },
    notShown: { element: "error", message: `not shown: ${reason}` },
    skipped: { element: "skipped", message: reason ?? "" },
  }[outcome];
  return `    <testcase${own}><${element}${attributes({ message })}/></testcase>`;
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join("");
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text as an attribute's value: XML forbids most control characters and lone surrogates. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff]/gu, " ")
    .replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
