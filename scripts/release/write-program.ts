import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { publishedPackages, writePackage } from "../build/packages.ts";
import { type Processor, processors, writeProgram } from "./write-archive.ts";

/**
 * `node scripts/release/write-program.ts FOLDER`: writes what an archive holds into a folder, for this machine: the node with all
 * packages that it needs, in the versions of the lock. No script of a package is run. `npm run build` comes before it.
 */
async function main([target]: readonly string[]): Promise<void> {
  const processor = processors.find((one): one is Processor => one === process.arch);
  const freehold = publishedPackages.find(({ name }) => name === "freehold");
  if (target === undefined || processor === undefined || freehold === undefined)
    throw new Error("node scripts/release/write-program.ts FOLDER, on x64 or arm64");
  const content = mkdtempSync(join(tmpdir(), "freehold-program-"));
  try {
    await writePackage(freehold, content);
    writeProgram(content, resolve(target), processor);
  } finally {
    rmSync(content, { recursive: true, force: true });
  }
}

await main(process.argv.slice(2));
