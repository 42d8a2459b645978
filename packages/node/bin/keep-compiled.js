import { mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import module from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Lets Node keep what V8 made of the code for the next start: beside the program, or in the data folder where this user can't
 * write there, as in a container, or as the user of a service.
 *
 * @param {URL} program the folder of the package
 * @param {string} data the data folder, which may be missing
 * @returns {string | null} the folder of the cache; null where nothing is kept
 */
export function keepCompiled(program, data) {
  const beside = fileURLToPath(new URL("node_modules/.cache/freehold", program));
  if (enable(beside)) return beside;
  const { version } = JSON.parse(readFileSync(new URL("package.json", program), "utf8"));
  const folder = join(data, "compiled", version);
  return isOurs(join(data, "lock")) && prepare(folder) && enable(folder) ? folder : null;
}

function enable(folder) {
  return module.enableCompileCache(folder).status !== module.constants.compileCacheStatus.FAILED;
}

/**
 * Code of a cache runs, so it is read from a folder of the user who runs the program. A node has worked in a data folder with
 * this file: no restore is going to need it empty.
 */
function isOurs(file) {
  return statSync(file, { throwIfNoEntry: false })?.uid === process.getuid?.();
}

/** Makes the folder of a version, and removes those of others. */
function prepare(folder) {
  try {
    if (statSync(folder, { throwIfNoEntry: false }) !== undefined) return true;
    rmSync(dirname(folder), { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return true;
  } catch {
    return false;
  }
}
