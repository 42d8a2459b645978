import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { drawDiagram } from "../packages/web/src/figures/diagram.ts";

const root = join(import.meta.dirname, "..");

test("docs/architecture.md names every folder that holds sources, and no folder that is gone", () => {
  const files = execFileSync("git", ["ls-files", "packages/*/src/**", "packages/*/bin/**"], {
    cwd: root,
    encoding: "utf8",
  });
  const folders = new Set(files.trim().split("\n").map(dirname));
  const page = readFileSync(join(root, "docs/architecture.md"), "utf8");
  const named = new Set([...page.matchAll(/`(packages\/[^`]+)`/g)].map(([, folder]) => folder));
  expect([...folders].filter((folder) => !named.has(folder)).sort()).toEqual([]);
  expect([...named].filter((folder) => folder && !folders.has(folder)).sort()).toEqual([]);
});

test("its diagram is valid, and the files that a request passes through are there", () => {
  const page = readFileSync(join(root, "docs/architecture.md"), "utf8");
  const [, diagram = ""] = /```mermaid\n([\s\S]*?)```/.exec(page) ?? [];
  expect(drawDiagram(diagram)).toMatchObject({ kind: "picture" });
  const [, request = ""] = page.split(/^## One request.*$/m);
  const files = [...(request.split(/^## /m)[0] ?? "").matchAll(/`([\w/-]+\.ts)`/g)].map(
    ([, file = ""]) => file,
  );
  expect(files.length).toBeGreaterThan(4);
  expect(files.filter((file) => !existsSync(join(root, "packages/node/src", file)))).toEqual([]);
});
