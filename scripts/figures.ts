import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import ts from "typescript";

/**
 * Prints how heavy the sources are, beside the figures that were saved last (`scripts/figures.json`). With `--check` it fails when
 * one has become worse by more than 2 %; with `--save` it saves them; with `--list` it prints the files and folders behind them.
 */

const root = join(import.meta.dirname, "..");
const saved = join(import.meta.dirname, "figures.json");
/** The part by which a figure may get worse. */
const slack = 0.02;
/** More sources than this make a folder that nobody surveys. */
const mostFiles = 20;
const nodeSources = "packages/node/src/";
/** Features that are looked for by their name in the paths of sources, inside of `modules/` and outside. */
const features = [
  ["newsletter"],
  ["webmention", "mentions"],
  ["webhooks", "webhook"],
  ["notifications"],
  ["agents", "mcp"],
  ["passkeys"],
  ["ens"],
  ["diagnosis"],
  ["backup"],
  ["export", "static"],
  ["import"],
  ["feeds"],
] as const;

interface Source {
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  /** Paths of sources that it imports by a relative address, each once. */
  readonly imports: readonly string[];
  /** Those whose values it needs when it is loaded. */
  readonly loads: readonly string[];
}

const goals: Readonly<Record<string, number>> = {
  "source lines": 97_000,
  "lines of the node's core": 35_000,
  "longest chain of value imports": 15,
  "folders of a feature in the node": 1,
  "files of the core that import a feature": 1,
  "pairs of domain folders that need each other": 0,
  [`folders with more than ${mostFiles} files`]: 0,
  "comments that begin with What, Who, Where or Of": 0,
};

function main(): void {
  const [check, save, list] = [{ type: "boolean" }, { type: "boolean" }, { type: "boolean" }] as const;
  const { values } = parseArgs({ options: { check, save, list } });
  const sources = readSources();
  const figures = measure(sources);
  const before = JSON.parse(readFileSync(saved, "utf8"));
  if (values.save) writeFileSync(saved, `${JSON.stringify(figures, null, 2)}\n`);
  const worse = Object.entries(figures).filter(([name, figure]) => figure > before[name] * (1 + slack));
  if (!values.check) {
    process.stdout.write("| figure | saved | now | goal |\n|---|---|---|---|\n");
    for (const [name, figure] of Object.entries(figures)) {
      process.stdout.write(`| ${name} | ${before[name]} | ${figure} | ≤ ${goals[name]} |\n`);
    }
  }
  if (values.list) process.stdout.write(listOf(sources));
  for (const [name, figure] of worse) {
    process.stderr.write(`${name}: ${figure}, and ${before[name]} before. See scripts/figures.ts.\n`);
  }
  if (values.check && worse.length > 0) process.exitCode = 1;
}

function measure(sources: readonly Source[]): Record<string, number> {
  const node = sources.filter(({ path }) => path.startsWith(nodeSources));
  const core = node.filter(({ path }) => !path.startsWith(`${nodeSources}modules/`));
  const sum = (some: readonly Source[]) => some.reduce((lines, source) => lines + source.lines, 0);
  const figures = [
    sum(sources),
    sum(core),
    longestChain(node).length,
    Math.max(...features.map((names) => foldersOf(node, names).size)),
    Math.max(...features.map((names) => importersOf(core, names).length)),
    mutualPairs(node).length,
    fullFolders(sources).length,
    sources.reduce((count, source) => count + oddComments(source), 0),
  ];
  return Object.fromEntries(Object.keys(goals).map((name, at) => [name, figures[at] ?? 0]));
}

/** The longest chain, the pairs of folders, the full folders, and the folders and importers of each feature. */
function listOf(sources: readonly Source[]): string {
  const node = sources.filter(({ path }) => path.startsWith(nodeSources));
  const core = node.filter(({ path }) => !path.startsWith(`${nodeSources}modules/`));
  const parts: Record<string, readonly string[]> = {
    "The longest chain": longestChain(node),
    "Pairs of domain folders": mutualPairs(node),
    "Full folders": fullFolders(sources),
  };
  for (const names of features) {
    parts[`Folders of ${names[0]}`] = [...foldersOf(node, names)];
    parts[`Files of the core that import ${names[0]}`] = importersOf(core, names).map(({ path }) => path);
  }
  return Object.entries(parts)
    .map(([name, lines]) => `\n${name}: ${lines.length}\n${lines.map((line) => `  ${line}\n`).join("")}`)
    .join("");
}

/** Sources of all packages, without tests, what tests share, and what a program wrote. */
function readSources(): Source[] {
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "packages/*/src/**"], {
    cwd: root,
    encoding: "utf8",
  });
  const paths = files
    .trim()
    .split("\n")
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/generated\/|\.generated\./.test(path));
  return paths.flatMap((path) => {
    const text = readFileSync(join(root, path), "utf8");
    if (/^\/\/ (Generated|Written) by /.test(text)) return [];
    return [{ path, text, lines: text.split("\n").length - 1, ...importsOf(path, text) }];
  });
}

function importsOf(path: string, text: string): Pick<Source, "imports" | "loads"> {
  const [imports, loads] = [new Set<string>(), new Set<string>()];
  for (const statement of ts.createSourceFile(path, text, ts.ScriptTarget.Latest).statements) {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
    const from = statement.moduleSpecifier;
    if (!from || !ts.isStringLiteral(from) || !from.text.startsWith(".")) continue;
    const target = join(dirname(path), from.text);
    imports.add(target);
    if (!isTypeOnly(statement)) loads.add(target);
  }
  return { imports: [...imports], loads: [...loads] };
}

function isTypeOnly(statement: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(statement)) return statement.isTypeOnly;
  const { importClause: clause } = statement;
  if (!clause) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const names = clause.namedBindings;
  if (clause.name || !names || !ts.isNamedImports(names)) return false;
  return names.elements.length > 0 && names.elements.every((element) => element.isTypeOnly);
}

/** Files on the longest way from one source to another by imports of values, each below the one that imports it. */
function longestChain(sources: readonly Source[]): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const chains = new Map<string, string[]>();
  const longest = (some: readonly string[][]) =>
    some.reduce((found, one) => (one.length > found.length ? one : found), []);
  const chainOf = (path: string): string[] => {
    const source = byPath.get(path);
    if (!source) return [];
    const known = chains.get(path);
    if (known) return known;
    // A circle counts as no way; `check:imports` allows none.
    chains.set(path, []);
    const chain = [path, ...longest(source.loads.map(chainOf))];
    chains.set(path, chain);
    return chain;
  };
  return longest(sources.map(({ path }) => chainOf(path)));
}

function foldersOf(sources: readonly Source[], names: readonly string[]): Set<string> {
  const inModules = `${nodeSources}modules/`;
  return new Set(
    sources
      .filter(({ path }) => isNamedAfter(path, names))
      .map(({ path }) => (path.startsWith(inModules) ? inModules : dirname(path))),
  );
}

/** Sources that are no part of a feature, and import one that is. */
function importersOf(core: readonly Source[], names: readonly string[]): Source[] {
  return core.filter(
    ({ path, imports }) =>
      !isNamedAfter(path, names) && imports.some((target) => isNamedAfter(target, names)),
  );
}

/** Whether a folder of the path or the words of its file's name say the feature. */
function isNamedAfter(path: string, names: readonly string[]): boolean {
  const folders = dirname(path).slice(nodeSources.length).split("/");
  const words = basename(path).replace(/\..*$/, "").split("-");
  return names.some((name) => folders.includes(name) || words.includes(name));
}

/** Folders of `domain/` of which each imports the other. */
function mutualPairs(sources: readonly Source[]): string[] {
  const folderOf = (path: string) => /^packages\/node\/src\/domain\/([^/]+)\//.exec(path)?.[1];
  const needs = new Set<string>();
  for (const { path, imports } of sources) {
    const from = folderOf(path);
    for (const target of imports) {
      const to = folderOf(target);
      if (from && to && from !== to) needs.add(`${from} ${to}`);
    }
  }
  return [...needs].filter((need) => {
    const [from = "", to = ""] = need.split(" ");
    return from < to && needs.has(`${to} ${from}`);
  });
}

function fullFolders(sources: readonly Source[]): string[] {
  const counts = new Map<string, number>();
  for (const { path } of sources) {
    if (/\/(messages|migrations)\//.test(path)) continue;
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > mostFiles).map(([folder]) => folder);
}

/** A comment begins with its subject: these words are none, but at the head of a long one. */
function oddComments({ text }: Source): number {
  return [...text.matchAll(/^\s*(?:\/\*\*\s*(?:\n\s*\*\s*)?|\/\/ )(?:What|Who|Where|Of)\b/gm)].length;
}

main();
