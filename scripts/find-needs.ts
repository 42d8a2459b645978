import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { chooseProgram } from "../packages/node/bin/choose-program.js";

const root = join(import.meta.dirname, "..");
const launcher = join(root, "packages/node/test/support/browser.ts");
const servedPrograms = join(root, "packages/node/src/http/site/apps/site-assets.ts");

/** What has to be there before tests run. */
export interface TestNeeds {
  /** Chromium. */
  browser: boolean;
  /** The programs for browsers, as `npm run build` makes them. */
  programs: boolean;
}

/**
 * @param args what Vitest is called with: parts of paths, as `packages/web` or `store.test`
 * @returns what the files need that these choose; everything when there are none, and for options, which can choose any
 */
export function findNeeds(args: readonly string[]): TestNeeds {
  if (args.length === 0 || args.some((arg) => arg.startsWith("-"))) return { browser: true, programs: true };
  const files = globSync(["packages/*/{src,test}/**/*.test.ts", "scripts/**/*.test.ts"], { cwd: root })
    .map((path) => join(root, path))
    .filter((path) =>
      args.some((arg) => path.toLowerCase().includes(arg.replace(/^\.\//, "").toLowerCase())),
    );
  const reached = findImported(files);
  return {
    browser: reached.has(launcher),
    // Tests outside of `src` start whole nodes, also as processes that no import leads to.
    programs: reached.has(servedPrograms) || files.some((path) => /\/packages\/[^/]+\/test\//.test(path)),
  };
}

/** @returns these files, and all that they import by a relative path, through any number of others */
function findImported(files: readonly string[]): Set<string> {
  const reached = new Set(files);
  for (const file of reached) {
    // A type is not loaded.
    const text = readFileSync(file, "utf8").replace(/^import type [^;]*;/gm, "");
    for (const [, path = ""] of text.matchAll(/\b(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+\.tsx?)"/g)) {
      const imported = join(dirname(file), path);
      if (existsSync(imported)) reached.add(imported);
    }
  }
  return reached;
}

/** Whether the programs for browsers are newer than everything that they are made of, as after `npm ci`. */
export function areProgramsBuilt(): boolean {
  const built = globSync("packages/web/dist/*", { cwd: root });
  const sources = globSync(["packages/{web,protocol}/src/**/*.*", "packages/web/*.*", "package-lock.json"], {
    cwd: root,
  });
  const changedAt = (path: string) => statSync(join(root, path)).mtimeMs;
  return built.length > 0 && Math.min(...built.map(changedAt)) > Math.max(...sources.map(changedAt));
}

/** Whether the command runs the built server, and not its sources because they are newer. */
export function isServerBuilt(): boolean {
  return chooseProgram(pathToFileURL(join(root, "packages/node/"))).pathname.endsWith("/dist/main.js");
}
