import { beforeAll, describe, expect, it } from "vitest";
import { checks } from "../src/index.ts";
import { faults } from "./faults/faults.ts";
import { type Authority, createAuthority } from "./support/authority.ts";
import { failed, runAgainst } from "./support/run-against.ts";

let authority: Authority;
beforeAll(async () => {
  authority = await createAuthority();
});

describe("a node with one fault", () => {
  it.each(faults)(
    "$name: exactly its checks fail",
    async ({ wrong, fails, form = "baseline", patienceMs }) => {
      const { report, node } = await runAgainst(authority, wrong, {
        form,
        ...(patienceMs && { patienceMs }),
      });
      const others = report.results.filter(({ id, outcome }) => outcome === "failed" && !fails.includes(id));
      expect(others).toEqual([]);
      expect(failed(report).toSorted()).toEqual(fails.toSorted());
      expect(node.asked.filter((target) => /NaN|Infinity|undefined/.test(target))).toEqual([]);
    },
  );
});

describe("the table of faults", () => {
  it("has a fault for every check", () => {
    const caught = new Set(faults.flatMap(({ fails }) => fails));
    expect(checks.map(({ id }) => id).filter((id) => !caught.has(id))).toEqual([]);
  });

  it("names every fault once, and none that nobody catches", () => {
    const names = faults.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(faults.filter(({ fails }) => fails.length === 0)).toEqual([]);
  });
});
