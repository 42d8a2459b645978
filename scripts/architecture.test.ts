import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { drawDiagram } from "../packages/web/src/figures/diagram.ts";

const root = join(import.meta.dirname, "..");

test("docs/architecture.md names every folder that holds sources, and no folder that is gone", () => {
  const files = execFileSync("git", ["ls-files", ":(glob)packages/*/src/**", ":(glob)packages/*/bin/**"], {
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

const casts = /JSON\.parse\([^;]*?\) as (?!unknown)/;
/** Files that cast what the node itself wrote into a table or a file. No new one comes to these. */
const mayCast =
  /\/(cli|graphql|http|observability|import|export|publications)\/|\/(copy-records|inspect-database|search|update-profile|dump-rows|peer-events|deliver-connection|preferences|notification)[.]ts$/;

test("the node reads bodies, errors and payloads of jobs by parsers, neither by Object(x) nor by a cast", () => {
  const files = execFileSync("git", ["ls-files", "packages/node/src/**/*.ts"], {
    cwd: root,
    encoding: "utf8",
  });
  const sources = files
    .trim()
    .split("\n")
    .filter((path) => !path.endsWith(".test.ts") && existsSync(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
  expect(sources.length).toBeGreaterThan(500);
  const byObject = sources.filter(
    ({ path, text }) => !/src\/modules\/export\/archive\//.test(path) && /(?<![\w.])Object\(/.test(text),
  );
  expect(byObject.map(({ path }) => path)).toEqual([]);
  const casting = sources.filter(({ path, text }) => casts.test(text) && !mayCast.test(path));
  expect(casting.map(({ path }) => path)).toEqual([]);
});

/** Spreads of an object or a list that is written there, in `...{ a, b }` and `...["a"]`. */
function findSpreads(path: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isSpreadAssignment(node) || ts.isSpreadElement(node)) {
      let { expression } = node;
      while (ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression))
        ({ expression } = expression);
      const isWithin = ts.isObjectLiteralExpression(node.parent) || ts.isArrayLiteralExpression(node.parent);
      if (isWithin && (ts.isObjectLiteralExpression(expression) || ts.isArrayLiteralExpression(expression)))
        found.push(path);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found;
}

test("objects and lists are written plainly, and not spread to stay on one line", () => {
  const files = execFileSync(
    "git",
    ["ls-files", ":(glob)packages/**/*.ts*", ":(glob)scripts/**/*.ts", ":(glob)bench/**/*.ts"],
    {
      cwd: root,
      encoding: "utf8",
    },
  );
  const paths = files
    .trim()
    .split("\n")
    .filter((path) => existsSync(join(root, path)));
  const spreading = paths.flatMap((path) => {
    const text = readFileSync(join(root, path), "utf8");
    return /\.\.\.\(?[{[]/.test(text) ? findSpreads(path, text) : [];
  });
  expect(paths.length).toBeGreaterThan(1500);
  expect(findSpreads("some.ts", "const a = { ...{ b }, c: [...(['d'] as const), ...e] };")).toHaveLength(2);
  expect([...new Set(spreading)]).toEqual([]);
});

test("each maintenance task has a key of its own, by which processes take turns", () => {
  const files = execFileSync(
    "git",
    ["ls-files", "packages/node/src/startup/maintenance.ts", "packages/node/src/modules/**/parts.ts"],
    {
      cwd: root,
      encoding: "utf8",
    },
  );
  const keys = files
    .trim()
    .split("\n")
    .flatMap((path) => [...readFileSync(join(root, path), "utf8").matchAll(/\bkey: "([^"]+)"/g)])
    .map(([, key]) => key);
  expect(keys.length).toBeGreaterThan(20);
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});

/** A file and all that it imports by a relative path, through any number of others; types are not loaded. */
function findLoaded(entry: string): ReadonlySet<string> {
  const loaded = new Set([entry]);
  for (const file of loaded) for (const imported of importsOf(file)) loaded.add(imported);
  return loaded;
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8").replace(/^import type [^;]*;/gm, "");
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+\.tsx?)"/g)]
    .map(([, path = ""]) => join(dirname(file), path))
    .filter((path) => existsSync(path));
}

test("each program of package.json that opens a database loads the modules before anything else", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const programs = [...JSON.stringify(scripts).matchAll(/node ([\w/-]+\.ts)/g)].map(([, path = ""]) =>
    join(root, path),
  );
  const needing = programs.filter((path) =>
    findLoaded(path).has(join(root, "packages/node/src/store/open-store.ts")),
  );
  expect(needing.length).toBeGreaterThan(4);
  const first = needing.map((path) => [path, relative(root, importsOf(path)[0] ?? "")]);
  expect(first).toEqual(needing.map((path) => [path, "packages/node/test/support/load-modules.ts"]));
});
