import { EwpError, endpoints } from "@freehold/protocol";
import { beforeAll, describe, expect, it, test } from "vitest";
import { signedEndpoints } from "../src/check.ts";
import { type Check, checks } from "../src/index.ts";
import { changeAnswer } from "./faults/fault.ts";
import { faults } from "./faults/faults.ts";
import { type Asked, errorAnswer, jsonAnswer } from "./right-node/http.ts";
import { type Authority, createAuthority } from "./support/authority.ts";
import { failed, runAgainst } from "./support/run-against.ts";

let authority: Authority;
beforeAll(async () => {
  authority = await createAuthority();
});

/**
 * Selects the checks of the same sections: that finds most side effects of a fault without a run of the whole suite.
 * `npm test -- --full` selects all checks for each fault.
 */
function inSectionsOf(ids: readonly string[]): (check: Check) => boolean {
  if (process.env.TEST_ALL_CHECKS) return () => true;
  const sections = new Set(checks.filter(({ id }) => ids.includes(id)).map(({ section }) => section));
  return ({ section }) => sections.has(section);
}

/** Every third fault; all of them in `npm run test:all`. */
const tried = faults.filter((_fault, index) => process.env.TEST_FULL || index % 3 === 0);

describe("a node with one fault", () => {
  it.each(tried)("$name: exactly its checks fail", async ({ wrong, fails, form = "baseline", waitMs }) => {
    const { report, node } = await runAgainst(authority, wrong, {
      form,
      only: inSectionsOf(fails),
      ...(waitMs && { waitMs }),
    });
    const others = report.results.filter(({ id, outcome }) => outcome === "failed" && !fails.includes(id));
    expect(others).toEqual([]);
    expect(failed(report).toSorted()).toEqual(fails.toSorted());
    expect(node.asked.filter((target) => /NaN|Infinity|undefined/.test(target))).toEqual([]);
  });
});

/** Whether the check sends signed messages. */
function isOfMessages({ id, section }: Check): boolean {
  const isReference = /^reference-(follow|graphql|unfollow|remove|own|update)/.test(id);
  return /^(4\.[5-9]|5)$/.test(section) || /^(body|window|update)-/.test(id) || isReference;
}

describe.each(["baseline", "reference"] as const)("a node that refuses every message in %s form", (form) => {
  const codes = new Set(signedEndpoints.flatMap((name) => [...endpoints[name].errors]));
  it.each([...codes])("with %s passes no check of messages", async (code) => {
    const refusal = errorAnswer(new EwpError(code));
    const errors = jsonAnswer(200, { data: null, errors: [{ message: code, extensions: { code } }] });
    const wrong = changeAnswer("/", (answer, { method, path }) => {
      if (path === "/api/graphql") return errors;
      return /^(GET|HEAD|PUT)$/.test(method) ? answer : refusal;
    });
    const { report } = await runAgainst(authority, wrong, { form, only: isOfMessages });
    const passed = report.results.filter(({ outcome }) => outcome === "passed");
    expect(passed.map(({ id }) => id)).toEqual([]);
    const id = form === "baseline" ? "domain-name" : "reference-graphql-follow-domain";
    expect(report.results.find((result) => result.id === id)).toMatchObject({
      outcome: "notShown",
      reason: expect.stringMatching(/^a right follow is also refused: \d+ {/),
    });
  });
});

test("a node that claims it can't reach any follower passes no check of messages", async () => {
  const code = "FOLLOWER_IDENTITY_MISMATCH";
  const errors = [{ message: code, extensions: { code } }];
  const instead = ({ method, path }: Asked) => {
    if (method === "GET") return null;
    return path === "/api/graphql" ? jsonAnswer(200, { errors }) : errorAnswer(new EwpError(code));
  };
  const { report } = await runAgainst(authority, { instead }, { form: "reference", only: isOfMessages });
  const passed = report.results.filter(({ outcome }) => outcome === "passed");
  expect(passed.map(({ id }) => id)).toEqual([]);
});

describe("the table of faults", () => {
  it("has a fault for every check", () => {
    const caught = new Set(faults.flatMap(({ fails }) => fails));
    expect(checks.map(({ id }) => id).filter((id) => !caught.has(id))).toEqual([]);
  });

  it("names every fault once, and each fails a check", () => {
    const names = faults.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(faults.filter(({ fails }) => fails.length === 0)).toEqual([]);
  });
});

test("an accepted message is named first, also behind a wrong code", async () => {
  const instead = ({ method, path, body }: Asked) => {
    if (method !== "POST" || path !== "/ewp/connections") return null;
    if (body.toString() === "[]") return { status: 422, headers: {}, body: null };
    return body.toString() === '"text"' ? jsonAnswer(201, { status: "created" }) : null;
  };
  const { report } = await runAgainst(authority, { instead }, { only: "body-not-an-object" });
  expect(report.results).toMatchObject([{ outcome: "failed" }]);
  const [{ actual = "" } = {}] = report.results;
  expect(actual).toMatch(/^201 .*POST \/ewp\/connections · 422/);
});
