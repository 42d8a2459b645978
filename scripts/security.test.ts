import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { weaknesses } from "../packages/node/test/weaknesses/weaknesses.ts";

const root = join(import.meta.dirname, "..");
const page = readFileSync(join(root, "SECURITY.md"), "utf8");
const [prose = "", references = ""] = page.split("<!-- generated -->");
const named = new Set([...prose.matchAll(/\[([a-z0-9-]+)\](?!\()/g)].map(([, name]) => name));
const targets = new Map(
  [...references.matchAll(/^\[([^\]]+)\]: (\S+)$/gm)].map(([, name, path]) => [name, path]),
);

test("every weakness stands on the page", () => {
  expect(weaknesses.map(({ id }) => id).filter((id) => !named.has(id))).toEqual([]);
});

test("whatever the page names or links to is there", () => {
  expect(named.size).toBeGreaterThan(30);
  expect([...targets.keys()].sort()).toEqual([...named].sort());
  const links = [...prose.matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => path);
  const paths = [...targets.values(), ...links];
  expect(paths.filter((path) => path === undefined || !existsSync(join(root, path)))).toEqual([]);
});

test("each threat has its tests", () => {
  const [, threats = ""] = prose.split("## Threats, and what stops them");
  const numbers = [...(threats.split("\n## ")[0] ?? "").matchAll(/^(\d+)\. /gm)].map(([, number]) => number);
  const [, tests = ""] = prose.split("## Tests of each threat");
  const tested = [...tests.matchAll(/^(\d+)\. .*\[[a-z0-9-]+\]/gm)].map(([, number]) => number);
  expect(numbers.length).toBeGreaterThan(20);
  expect(tested).toEqual(numbers);
});
