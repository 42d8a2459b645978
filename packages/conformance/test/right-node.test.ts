import { beforeAll, describe, expect, it } from "vitest";
import { checks } from "../src/index.ts";
import { type Authority, createAuthority } from "./support/authority.ts";
import { runAgainst } from "./support/run-against.ts";

let authority: Authority;
beforeAll(async () => {
  authority = await createAuthority();
});

describe("a right node", () => {
  for (const form of ["baseline", "reference"] as const) {
    it(`passes every check of the ${form} form, and is left as it was`, async () => {
      const { report, node } = await runAgainst(authority, {}, { form });
      const others = report.results.filter(({ outcome }) => outcome !== "passed");
      expect(others).toEqual([]);
      const chosen = checks.filter((check) => [form, "both"].includes(check.form ?? "baseline"));
      expect(report.results.map(({ id }) => id).toSorted()).toEqual(chosen.map(({ id }) => id).toSorted());
      expect(report.counts).toEqual({ passed: chosen.length, failed: 0, notShown: 0, skipped: 0 });
      expect(report.notes).toEqual([]);
      expect(node.state.connections.size).toBe(0);
    });
  }

  it("may speak the reference form alone: then what it does otherwise is left out", async () => {
    const { report, node } = await runAgainst(authority, { forms: ["reference"] }, { form: "reference" });
    const leftOut = checks.filter(({ needs }) => needs?.includes("baseline")).map(({ id }) => id);
    const others = report.results.filter(({ outcome }) => outcome !== "passed");
    expect(others.map(({ id }) => id).toSorted()).toEqual(leftOut.toSorted());
    expect(new Set(others.map(({ reason }) => reason))).toEqual(
      new Set(["a node of the reference form alone need not do this"]),
    );
    expect(report.notes).toEqual([]);
    expect(node.state.connections.size).toBe(0);
  });

  it("is looked at without the owner's key, but for what needs it", async () => {
    const { report } = await runAgainst(authority, {}, { withOwner: false });
    const needing = checks.filter(({ needs, form }) => form !== "reference" && needs?.includes("owner"));
    const skipped = report.results.filter(({ outcome }) => outcome === "skipped");
    expect(skipped.map(({ id }) => id).toSorted()).toEqual(needing.map(({ id }) => id).toSorted());
    expect(new Set(skipped.map(({ reason }) => reason))).toEqual(
      new Set(["needs the owner's key (--owner-keystore)"]),
    );
    expect(report.counts.failed).toBe(0);
  });

  it("has nothing to show where it has published nothing, and that is no failure", async () => {
    const { report } = await runAgainst(authority, { arrange: () => [] });
    expect(report.counts.failed).toBe(0);
    const skipped = report.results.filter(({ outcome }) => outcome === "skipped");
    expect(skipped.map(({ id }) => id)).toEqual(expect.arrayContaining(["entry-signed", "content-etag"]));
  });

  it("may have a clock that is wrong by hours", async () => {
    const hours = 5 * 3_600 * 1_000;
    const { report } = await runAgainst(authority, {
      clock: () => Date.now() + hours,
      bend: (answer) => ({
        ...answer,
        headers: { ...answer.headers, date: new Date(Date.now() + hours).toUTCString() },
      }),
    });
    expect(report.results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
  });
});

describe("the report", () => {
  it("stands in the order of the specification, whatever was asked for", async () => {
    const heard: string[] = [];
    const { report } = await runAgainst(
      authority,
      {},
      { only: "v*ion", onResult: ({ id }) => heard.push(id) },
    );
    expect(report.results.map(({ section, id }) => [section, id])).toEqual([
      ["5", "domain-version"],
      ["9", "version-of-profile"],
      ["9", "version-not-in-path"],
    ]);
    expect(heard).toEqual(report.results.map(({ id }) => id));
  });

  it("is of checks whose ids are words, and no two alike", () => {
    const ids = checks.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id))).toEqual([]);
  });
});
