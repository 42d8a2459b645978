import { type Section, sections } from "../check.ts";
import type { CheckResult, Outcome, Report } from "../report.ts";

const names = new Map<Section, string>(sections);

/** The report as JUnit XML, a suite for each section. */
export function formatJunit({ node, results, counts, durationMs, startedAt }: Report): string {
  const total = attributes({
    name: `Conformance of ${node}`,
    tests: results.length,
    failures: counts.failed,
    errors: counts.notShown,
    skipped: counts.skipped,
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
    skipped: of("skipped"),
    time: seconds(cases.reduce((sum, { durationMs }) => sum + durationMs, 0)),
  });
  return `  <testsuite${own}>\n${cases.map(formatCase).join("\n")}\n  </testsuite>`;
}

function formatCase({
  id,
  section,
  title,
  outcome,
  expected,
  actual,
  reason,
  durationMs,
}: CheckResult): string {
  const own = attributes({ classname: `ewp.${section}`, name: `${id}: ${title}`, time: seconds(durationMs) });
  if (outcome === "passed") return `    <testcase${own}/>`;
  const { element, message } = {
    failed: { element: "failure", message: `expected ${expected}, got ${actual}` },
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

/** Text as an attribute's value: XML has no place for most control characters, nor for halves of a pair. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff]/gu, " ")
    .replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
