import { appendFileSync, readFileSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";

/** What a preloaded program says of a thread of it: of the main one at its end, of others at their beginning. */
export interface ThreadReport {
  readonly isMainThread: boolean;
  /** NODE_ENV. */
  readonly mode: string | null;
  /** Paths of the CommonJS modules that were run. */
  readonly modules: readonly string[];
  /** Packages of which any module was loaded, by itself or in the bundle of the server; without those of this repository. */
  readonly packages: readonly string[];
}

const packages = new Set<string>();
registerHooks({
  load(url, context, next) {
    // The bundle names each module that it holds.
    const modules = url.includes("/packages/node/dist/")
      ? (readFileSync(fileURLToPath(url), "utf8").match(/^\/\/.*\/?node_modules\/.*$/gm) ?? [])
      : [url];
    for (const module of modules) {
      const [, name] = /.*\bnode_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(module) ?? [];
      if (name) packages.add(name);
    }
    return next(url, context);
  },
});

/** Preloaded (`--import`) into a program and its threads, this appends a line of JSON for each to the file THREAD_REPORTS. */
function report(): void {
  // Node keeps a place for those too that it only looked through for names to export.
  const modules = Object.values(createRequire(import.meta.url).cache).flatMap((one) =>
    one?.loaded ? [one.filename] : [],
  );
  const line: ThreadReport = {
    isMainThread,
    mode: process.env.NODE_ENV ?? null,
    modules,
    packages: [...packages].sort(),
  };
  appendFileSync(process.env.THREAD_REPORTS ?? "", `${JSON.stringify(line)}\n`);
}

if (isMainThread) process.once("exit", report);
else report();
