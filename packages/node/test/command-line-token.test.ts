import { afterAll, beforeAll, expect, it } from "vitest";
import { openShell, type Shell } from "./support/shell.ts";

let shell: Shell;
beforeAll(async () => {
  shell = await openShell();
  const { code } = await token("list");
  expect(code).toBe(0);
  await shell.run(["init", "--data", "node", "--url", "https://ada.example", "--title", "Ada"]);
});
afterAll(() => shell[Symbol.asyncDispose]());

const token = (...args: string[]) => shell.run(["token", ...args, "--data", "node"]);
const create = (...args: string[]) => token("create", "--label", "CI", ...args);
const errorOf = (text: string) => JSON.parse(text).error;

it("makes no token for a node without an owner", async () => {
  const run = await shell.run(
    ["token", "create", "--label", "x", "--scope", "read:timeline", "--json"].concat("--data", "empty"),
  );
  expect([run.code, run.out, errorOf(run.err).code]).toEqual([1, "", "NOT_INSTALLED"]);
});

it("makes a token, lists it without the token, and revokes it", async () => {
  const made = await create("--scope", "create:publications,read:timeline", "--expires", "30", "--json");
  const { token: text, ...facts } = made.json();
  expect(made.code).toBe(0);
  expect(text.split(".")).toHaveLength(3);
  expect(facts).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    label: "CI",
    scopes: ["read:timeline", "create:publications"],
    createdAt: expect.any(String),
    expiresAt: new Date(Date.parse(facts.createdAt) + 30 * 86_400_000).toISOString(),
  });
  const listed = await token("list", "--json");
  expect(listed.json()).toEqual([{ ...facts, kind: "integration", isExpired: false, lastUsedAt: null }]);
  const table = await token("list");
  expect(table.out).toMatch(
    new RegExp(`${facts.id} +CI +never +in (29|30) d +read:timeline create:publications`),
  );
  expect(table.out + table.err).not.toContain(text.split(".")[2]);

  const revoked = await token("revoke", facts.id, "--json");
  expect(revoked.json()).toEqual({ id: facts.id, revoked: true });
  const again = await token("revoke", facts.id, "--json");
  expect([again.code, errorOf(again.err).code]).toEqual([1, "NOT_FOUND"]);
  expect((await token("list")).out).toContain("None yet");
});

it("takes scopes in every spelling, and prints only the token", async () => {
  const wanted = ["read:timeline", "sign:publications"];
  const ways = [
    ["--scope", "read:timeline", "--scope", "sign:publications"],
    ["--scope", "sign:publications, read:timeline"],
    ["--scope", "read:timeline", "sign:publications"],
  ];
  for (const way of ways) {
    expect((await create(...way, "--json")).json()).toMatchObject({ scopes: wanted, expiresAt: null });
  }
  const plain = await create("--scope", "manage:settings");
  expect(plain.out).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
  expect(plain.err).toMatch(/not shown again.*token revoke [0-9a-f]{24}/);
});
