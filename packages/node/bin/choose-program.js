import { existsSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Chooses what the command runs: the built server, or its sources where those have changed since, as while one works on them.
 * A published package has no sources.
 *
 * @param {URL} folder of the package, in a clone of the repository or not
 * @returns {URL} a module
 */
export function chooseProgram(folder) {
  const sources = new URL("src/main.ts", folder);
  const built = new URL("dist/main.js", folder);
  return existsSync(sources) && !isCurrent(folder) ? sources : built;
}

/** Whether nothing that the server was built from is newer than it. It takes 2 ms, for 600 files. */
function isCurrent(folder) {
  try {
    const { builtAt, files } = JSON.parse(readFileSync(new URL("dist/sources.json", folder), "utf8"));
    const root = fileURLToPath(new URL("../../", folder));
    return files.every((path) => statSync(root + path).mtimeMs < builtAt);
  } catch {
    // Never built, built by half, or without a file that is gone.
    return false;
  }
}
