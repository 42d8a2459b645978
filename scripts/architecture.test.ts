import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

test("docs/architecture.md names every folder that holds sources, and no folder that is gone", () => {
  const files = execFileSync("git", ["ls-files", "packages/*/src/**"], { cwd: root, encoding: "utf8" });
  const folders = new Set(files.trim().split("\n").map(dirname));
  const page = readFileSync(join(root, "docs/architecture.md"), "utf8");
  const named = new Set([...page.matchAll(/`(packages\/[^`]+)`/g)].map(([, folder]) => folder));
  expect([...folders].filter((folder) => !named.has(folder)).sort()).toEqual([]);
  expect([...named].filter((folder) => folder && !folders.has(folder)).sort()).toEqual([]);
});
