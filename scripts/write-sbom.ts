import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeSbom } from "./dependencies/make-sbom.ts";

/** Writes `sbom.cdx.json`, or the file that is named: every package that a running node has (docs/dependencies.md). */
const root = join(import.meta.dirname, "..");
const [path = join(root, "sbom.cdx.json")] = process.argv.slice(2);
const sbom = await makeSbom(root);
await writeFile(path, `${JSON.stringify(sbom, null, 2)}\n`);
process.stdout.write(`${path}: ${sbom.components.length} components\n`);
