import { rmSync, writeFileSync } from "node:fs";
import { enableCompileCache, flushCompileCache } from "node:module";
import { join, relative } from "node:path";
import { bundleServer } from "./bundle-server.ts";

const root = join(import.meta.dirname, "../..");
const node = join(root, "packages/node");
const folder = join(node, "dist");
const compiled = join(node, "node_modules/.cache/freehold");

/**
 * Builds the server into packages/node/dist, with the list of what it was made of, by which packages/node/bin/freehold.js sees
 * whether it is current. Then fills the cache of compiled code, so that the first start is as quick as the next ones.
 */
async function main(): Promise<void> {
  const builtAt = Date.now();
  const { sources, parts } = await bundleServer(folder, (files) => files);
  // Versions of packages, and how it is built.
  const files = [
    "package-lock.json",
    ...["bundle-server.ts", "relocate.ts", "build-server.ts"].map((name) => join("scripts/build", name)),
  ];
  files.push(...sources.map((path) => relative(root, path)));
  writeFileSync(join(folder, "sources.json"), JSON.stringify({ builtAt, files }));

  rmSync(compiled, { recursive: true, force: true });
  enableCompileCache(compiled);
  // Others take the modules as they are registered there.
  await import(join(folder, "modules.js"));
  for (const part of parts) await import(join(folder, part));
  flushCompileCache();
}

await main();
