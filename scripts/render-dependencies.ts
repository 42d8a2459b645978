import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  argued,
  freeLicences,
  licencesTaken,
  productionPackages,
  refused,
  scriptsTaken,
} from "./dependencies/arguments.ts";
import { readTree } from "./dependencies/read-tree.ts";

const root = join(import.meta.dirname, "..");

/** Every production dependency with its reason, and the accepted scripts and licences: Markdown for the docs. */
export function renderDependencies(): string {
  const { direct, production } = readTree(root);
  const needing = new Set(production.filter((one) => one.needsOthers).map(({ name }) => name));
  const imported = listImported();
  const rows = argued.map(({ name, runs, why, instead, touches }) => {
    const askedBy = direct
      .filter((one) => one.name === name)
      .map((one) => one.askedBy.replace("@freehold/", ""));
    const use = imported.has(name) ? why : `${why} *Nothing imports it yet.*`;
    return `| \`${name}\` | ${askedBy.sort().join(", ")} | ${runs} | ${use} | ${instead} | ${needing.has(name) ? touches : `${touches} It needs no other package.`} |`;
  });
  return [
    `${argued.length} direct dependencies. With transitive ones and the native builds for every platform there are ${productionPackages} packages.`,
    "",
    "| package | needed by | runs in | why it is here | alternative | what it touches |",
    "|---|---|---|---|---|---|",
    ...rows,
    "",
    "Install scripts:",
    "",
    ...Object.entries(scriptsTaken).map(([name, why]) => `- \`${name}\`: ${why}`),
    "",
    "Refused packages, besides every one that the lock calls deprecated:",
    "",
    ...Object.entries(refused).map(([name, why]) => `- \`${name}\`: ${why}`),
    "",
    `Licences: ${freeLicences.join(", ")}; and each for one package:`,
    "",
    ...licencesTaken.map(({ licence, of, why }) => `- ${licence}, of \`${of}\`: ${why}`),
  ].join("\n");
}

/** The packages that sources of ours name in an import, tests aside. */
function listImported(): ReadonlySet<string> {
  const sources = globSync("packages/*/src/**/*.{ts,tsx}", { cwd: root, exclude: ["**/*.test.ts"] });
  const names = argued.map(({ name }) => name);
  const text = sources.map((path) => readFileSync(join(root, path), "utf8")).join("\n");
  return new Set(names.filter((name) => text.includes(`"${name}"`) || text.includes(`"${name}/`)));
}
