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
    it(`passes every check of the ${form} form and keeps no connection of them`, async () => {
      const { report, node } = await runAgainst(authority, {}, { form });
      const others = report.results.filter(({ outcome }) => outcome !== "passed");
      expect(others).toEqual([]);
      const chosen = checks.filter((check) => [form, "both"].includes(check.form ?? "baseline"));
      expect(report.results.map(({ id }) => id).toSorted()).toEqual(chosen.map(({ id }) => id).toSorted());
      expect(report.counts).toEqual({
        passed: chosen.length,
        failed: 0,
        differs: 0,
        notShown: 0,
        skipped: 0,
      });
      expect(report.notes).toEqual([]);
      expect(node.state.connections.size).toBe(0);
    });
  }

  it("may speak only the reference form: checks that need the baseline form are skipped", async () => {
    const { report, node } = await runAgainst(authority, { forms: ["reference"] }, { form: "reference" });
    const leftOut = checks.filter(({ needs }) => needs?.includes("baseline")).map(({ id }) => id);
    const others = report.results.filter(({ outcome }) => outcome !== "passed");
    expect(others.map(({ id }) => id).toSorted()).toEqual(leftOut.toSorted());
    expect(new Set(others.map(({ reason }) => reason))).toEqual(
      new Set(["a reference-only node need not do this"]),
    );
    expect(report.notes).toEqual([]);
    expect(node.state.connections.size).toBe(0);
  });

  it("is checked without the owner's key, except for the checks that need it", async () => {
    const { report } = await runAgainst(authority, {}, { withOwner: false });
    const needing = checks.filter(({ needs, form }) => form !== "reference" && needs?.includes("owner"));
    const skipped = report.results.filter(({ outcome }) => outcome === "skipped");
    expect(skipped.map(({ id }) => id).toSorted()).toEqual(needing.map(({ id }) => id).toSorted());
    expect(new Set(skipped.map(({ reason }) => reason))).toEqual(
      new Set(["needs the owner's key (--owner-keystore)"]),
    );
    expect(report.counts.failed).toBe(0);
  });

  it("fails no check if it has published nothing", async () => {
    const { report } = await runAgainst(authority, { arrange: () => [] });
    expect(report.counts.failed).toBe(0);
    const skipped = report.results.filter(({ outcome }) => outcome === "skipped");
    expect(skipped.map(({ id }) => id)).toEqual(expect.arrayContaining(["entry-signed", "content-etag"]));
  });

  it("may have a clock that is hours off", async () => {
    const hours = 5 * 3_600 * 1_000;
    const { report } = await runAgainst(authority, {
      clock: () => Date.now() + hours,
      changeAnswer: (answer) => ({
        ...answer,
        headers: { ...answer.headers, date: new Date(Date.now() + hours).toUTCString() },
      }),
    });
    expect(report.results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
  });
});

describe("the report", () => {
  it("is in the order of the specification", async () => {
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

  it("has unique check ids in kebab case", () => {
    const ids = checks.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id))).toEqual([]);
  });
});
