import { describe, expect, it } from "vitest";
import type { CheckResult, Report } from "../report.ts";
import { formatJunit, formatResult, formatSection, formatSummary, type Paint } from "./format-report.ts";

const plainly: Paint = (_style, text) => text;
const passed: CheckResult = {
  id: "profile-fields",
  section: "2.1",
  decisions: null,
  title: "the profile has every field",
  outcome: "passed",
  expected: null,
  actual: null,
  reason: null,
  durationMs: 12,
};
const failure: CheckResult = {
  ...passed,
  id: "unfollow",
  section: "4.6",
  decisions: 3,
  title: 'an end is <204> & "empty"',
  outcome: "failed",
  expected: "204",
  actual: '400 {"error":"<b>"}\u0007',
};
const skipped: CheckResult = {
  ...passed,
  id: "publish",
  section: "4.7",
  outcome: "skipped",
  reason: "needs a key",
};
const notShown: CheckResult = {
  ...passed,
  id: "follow-wrong-signer",
  section: "4.5",
  outcome: "notShown",
  reason: "a right follow is refused as well: 400",
};
const differs: CheckResult = {
  ...failure,
  id: "unknown-path",
  section: "7",
  decisions: 2,
  outcome: "differs",
  expected: "404 NOT_FOUND",
  actual: "404 <html>",
};
const report: Report = {
  node: "https://node.example",
  form: "baseline",
  speaks: ["baseline"],
  peer: { url: "https://localhost:1", problem: null },
  startedAt: "2026-01-01T00:00:00.000Z",
  durationMs: 1_250,
  counts: { passed: 1, failed: 1, differs: 1, notShown: 1, skipped: 1 },
  results: [passed, failure, differs, notShown, skipped],
  notes: ["Something is left."],
};

describe("the report for a person", () => {
  it("has a line for each check under the heading of its section, and more lines for a failed one", () => {
    const lines = [
      formatSection("4.6", plainly),
      ...report.results.map((result) => formatResult(result, 19, plainly)),
      formatSummary(report, plainly),
    ];
    expect(lines.join("\n")).toBe(
      [
        "",
        "4.6  DELETE /ewp/connections",
        "  pass  profile-fields       the profile has every field",
        '  FAIL  unfollow             an end is <204> & "empty"',
        "        expected  204",
        '        got       400 {"error":"<b>"}\u0007',
        "        rule      specification 4.6, decisions 3",
        '  diff  unknown-path         an end is <204> & "empty"',
        "        expected  404 NOT_FOUND",
        "        got       404 <html>",
        "        rule      decisions 2 of Freehold; the specification leaves it open",
        "  ----  follow-wrong-signer  not shown: a right follow is refused as well: 400",
        "  skip  publish              needs a key",
        "",
        "1 passed, 1 failed, 1 different from Freehold, 1 not shown, 1 skipped, in 1.3 s",
        "  unfollow",
        "note  Something is left.",
      ].join("\n"),
    );
  });
});

describe("the report as JUnit XML", () => {
  it("has a suite for each section and no characters that XML forbids", () => {
    const xml = formatJunit(report);
    expect(xml).toContain('tests="5" failures="1" errors="1" skipped="2" time="1.250"');
    expect(xml).toContain('<testsuite name="4.6 DELETE /ewp/connections" tests="1" failures="1"');
    expect(xml).toContain('<error message="not shown: a right follow is refused as well: 400"/>');
    expect(xml).toContain('name="unfollow: an end is &lt;204&gt; &amp; &quot;empty&quot;"');
    expect(xml).toContain('message="expected 204, got 400 {&quot;error&quot;:&quot;&lt;b&gt;&quot;} "');
    expect(xml).toContain('<skipped message="needs a key"/>');
    expect(xml).toContain('<skipped message="different from Freehold: expected 404 NOT_FOUND, got 404');
    expect(xml).not.toContain("\u0007");
    expect(xml.match(/<testsuite /g)).toHaveLength(5);
  });
});
