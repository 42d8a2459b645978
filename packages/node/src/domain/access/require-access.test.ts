import { describe, expect, it } from "vitest";
import { type AccessRule, type Caller, requireAccess } from "./callers.ts";
import { scopes } from "./scopes.ts";

const rules: readonly AccessRule[] = ["public", "owner", ...scopes];
const anonymous: Caller = { kind: "anonymous" };
const owner: Caller = { kind: "client", tokenId: "t" };

function outcome(caller: Caller, rule: AccessRule): string {
  try {
    requireAccess(caller, rule);
    return "may";
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : "?";
  }
}

describe.each(rules)("%s", (rule) => {
  it("is what anybody may do only if it is public", () => {
    expect(outcome(anonymous, rule)).toBe(rule === "public" ? "may" : "UNAUTHENTICATED");
  });

  it("is what the owner may do", () => {
    expect(outcome(owner, rule)).toBe("may");
  });

  it("is what a program may do with that very scope, and with no other", () => {
    const having = (names: readonly (typeof scopes)[number][]): Caller => ({
      kind: "integration",
      tokenId: "p",
      label: "a program",
      scopes: new Set(names),
    });
    const whoeverHasOne = rule === "public" ? "may" : "FORBIDDEN";
    expect(outcome(having([]), rule)).toBe(whoeverHasOne);
    expect(outcome(having(scopes.filter((scope) => scope !== rule)), rule)).toBe(whoeverHasOne);
    expect(outcome(having(scopes), rule)).toBe(rule === "owner" ? "FORBIDDEN" : "may");
  });
});
