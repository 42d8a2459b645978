import { join } from "node:path";
import * as decided from "./dependencies/arguments.ts";
import { findFaults } from "./dependencies/find-faults.ts";
import { readTree } from "./dependencies/read-tree.ts";

/** Says what is in the dependencies that nobody has argued for (docs/dependencies.md), and fails when something is. */
const faults = findFaults(readTree(join(import.meta.dirname, "..")), decided);
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) {
  process.stderr.write(
    "What is argued for stands in scripts/dependencies/arguments.ts; then `npm run generate`.\n",
  );
  process.exitCode = 1;
}
