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

/** Every production dependency and why it is there, with what else was decided about them: Markdown for the docs. */
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
    `${argued.length} packages are asked for. With what they need themselves, and with the builds of native ones for every platform, they are ${productionPackages}.`,
    "",
    "| package | asked for by | may run in | why it is here | what would take its place | what it touches |",
    "|---|---|---|---|---|---|",
    ...rows,
    "",
    "Scripts that run while a package is installed:",
    "",
    ...Object.entries(scriptsTaken).map(([name, why]) => `- \`${name}\`: ${why}`),
    "",
    "Packages that are refused, wherever they come from; and so is every one that the lock calls deprecated:",
    "",
    ...Object.entries(refused).map(([name, why]) => `- \`${name}\`: ${why}`),
    "",
    `Licences: ${freeLicences.join(", ")}; and for one purpose each:`,
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
