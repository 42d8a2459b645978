import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { listWeaknessTests, weaknesses } from "../packages/node/test/weaknesses/weaknesses.ts";

const root = join(import.meta.dirname, "..");
const folder = "packages/node/test/weaknesses";

/**
 * The targets of a document's names in brackets. The name of a weakness links to its first test, or to the list if it has none; any other
 * name links to the test file of that name.
 */
export function renderReferences(document: string): string {
  const names = [...document.matchAll(/\[([a-z0-9-]+)\](?![(:])/g)].map(([, name = ""]) => name);
  return [...new Set(names)]
    .sort()
    .map((name) => `[${name}]: ${findTarget(name)}`)
    .join("\n");
}

function findTarget(name: string): string {
  if (weaknesses.some(({ id }) => id === name)) {
    const file = listWeaknessTests().find((one) => one.startsWith(`${name}-`));
    return file ? `${folder}/${file}` : "docs/weaknesses.md";
  }
  const found = globSync(["packages/*/{src,test}/**/*.test.ts", "scripts/*.test.ts"], { cwd: root });
  const files = found.filter((path) => basename(path, ".test.ts") === name);
  const [file] = files;
  if (file === undefined || files.length > 1) throw new Error(`${files.length} tests have the name ${name}.`);
  return file;
}
