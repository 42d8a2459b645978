import { globSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Removes files that npm installed and nothing here uses, 200 MB: the C headers of Node, maps from compiled code to sources that are not
 * there, and the programs of `recheck` for Java and for one system (`scripts/regex/judge-expression.ts` runs its JavaScript). npm has no way to leave off what a package depends on.
 */
function main(): void {
  const root = join(import.meta.dirname, "../..");
  const unused = [
    "node_modules/node/node_modules/node-*/include",
    "node_modules/**/*.{js,cjs,mjs,ts,cts,mts,css}.map",
    "node_modules/recheck-jar/recheck.jar",
    "node_modules/recheck-*/recheck",
    "node_modules/recheck-*/recheck.exe",
  ];
  for (const path of globSync(unused, { cwd: root })) rmSync(join(root, path), { recursive: true });
}

main();
