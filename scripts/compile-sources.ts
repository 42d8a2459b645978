import { spawnSync } from "node:child_process";
import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";

const node = join(import.meta.dirname, "../packages/node");

/**
 * Fills the cache that packages/node/bin/freehold.js uses with the code of the server and of all commands. So the first start
 * is as quick as the next ones, and does not load what strips the types, which stays in memory (25 MB).
 */
async function main(): Promise<void> {
  enableCompileCache(join(node, "node_modules/.cache/freehold"));
  const { commands } = await import("../packages/node/src/cli/commands.ts");
  for (const { load } of commands) await load();
  await import("../packages/node/src/http/graphql/answer.ts");
  await import("../packages/node/src/peers/transport.ts");
  flushCompileCache();
  // The entry points, which run when they are loaded.
  spawnSync(process.execPath, [join(node, "bin/freehold.js"), "--help"]);
}

await main();
