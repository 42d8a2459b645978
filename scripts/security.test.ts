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

test("each line of who comes leads to a test", () => {
  const [, table = ""] = prose.split("## Who comes, and what stops them");
  const rows = table.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| who"));
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter((row) => !/\[[a-z0-9-]+\]/.test(row.split("|").at(-2) ?? ""))).toEqual([]);
});
