import { EwpError, endpoints } from "@freehold/protocol";
import { beforeAll, describe, expect, it } from "vitest";
import { signedEndpoints } from "../src/check.ts";
import { type Check, checks } from "../src/index.ts";
import { bend } from "./faults/fault.ts";
import { faults } from "./faults/faults.ts";
import { errorAnswer } from "./right-node/http.ts";
import { type Authority, createAuthority } from "./support/authority.ts";
import { failed, runAgainst } from "./support/run-against.ts";

let authority: Authority;
beforeAll(async () => {
  authority = await createAuthority();
});

/**
 * The checks of the sections in which these stand: what else goes wrong there is seen, and not all of the suite is run
 * for each fault.
 */
function inSectionsOf(ids: readonly string[]): (check: Check) => boolean {
  const sections = new Set(checks.filter(({ id }) => ids.includes(id)).map(({ section }) => section));
  return ({ section }) => sections.has(section);
}

describe("a node with one fault", () => {
  it.each(faults)(
    "$name: exactly its checks fail",
    async ({ wrong, fails, form = "baseline", patienceMs }) => {
      const { report, node } = await runAgainst(authority, wrong, {
        form,
        only: inSectionsOf(fails),
        ...(patienceMs && { patienceMs }),
      });
      const others = report.results.filter(({ id, outcome }) => outcome === "failed" && !fails.includes(id));
      expect(others).toEqual([]);
      expect(failed(report).toSorted()).toEqual(fails.toSorted());
      expect(node.asked.filter((target) => /NaN|Infinity|undefined/.test(target))).toEqual([]);
    },
  );
});

/** Whether the check sends signed messages. */
function isOfMessages({ id, section }: Check): boolean {
  return /^(4\.[5-9]|5)$/.test(section) || /^(body|window|update)-/.test(id);
}

describe("a node that refuses every signed message", () => {
  const codes = new Set(signedEndpoints.flatMap((name) => [...endpoints[name].errors]));
  it.each([...codes])("with %s passes no check of signed messages", async (code) => {
    const refusal = errorAnswer(new EwpError(code));
    const wrong = bend("/ewp/", (answer, { method }) => (/^(GET|HEAD|PUT)$/.test(method) ? answer : refusal));
    const { report } = await runAgainst(authority, wrong, { only: isOfMessages });
    expect(report.results.filter(({ outcome }) => outcome === "passed").map(({ id }) => id)).toEqual([]);
    const about = report.results.find(({ id }) => id === "domain-name");
    expect(about).toMatchObject({
      outcome: "notShown",
      reason: expect.stringMatching(/^a right follow is refused as well: \d+ {"error":"[A-Z_]+"}$/),
    });
  });
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
