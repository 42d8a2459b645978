import "../../packages/node/test/support/load-modules.ts";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { findDeadFragments } from "./find-dead-fragments.ts";
import { findLostTasks } from "./find-lost-tasks.ts";
import { tryPages } from "./try-pages.ts";
import { writeReferences } from "./write-references.ts";

const root = join(import.meta.dirname, "../..");
const docs = join(root, "docs");
const built = join(docs, ".vitepress/dist");
const vitepress = join(root, "node_modules/vitepress/bin/vitepress.js");

/**
 * `npm run docs`: builds the documentation site from `docs`, and fails with a warning or a dead link. With `--write` it shows the
 * site while one writes; with `--try` it opens every page in Chromium.
 */
async function main(): Promise<void> {
  await writeReferences(docs);
  if (process.argv.includes("--write")) {
    await run(["dev", docs], "inherit");
    return;
  }
  const said = await run(["build", docs], "pipe");
  const faults = [...said.matchAll(/^.*(?:\bwarn|\(!\)|dead link).*$/gim)].map(([line]) => line);
  faults.push(...findDeadFragments(built), ...(await findLostTasks(built)));
  if (faults.length === 0 && process.argv.includes("--try")) faults.push(...(await tryPages(built)));
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
  else process.stdout.write("The site is in docs/.vitepress/dist.\n");
}

/** Runs VitePress. @returns what it printed */
async function run(args: string[], stdio: "inherit" | "pipe"): Promise<string> {
  const child = spawn(process.execPath, [vitepress, ...args], { stdio: ["ignore", stdio, stdio] });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => said.push(chunk));
  const [code] = (await once(child, "close")) as [number | null];
  const text = Buffer.concat(said).toString();
  if (code !== 0) throw new Error(`VitePress failed.\n${text}`);
  return text;
}

await main();
