import { existsSync, realpathSync } from "node:fs";
import { basename, delimiter, dirname, join, relative } from "node:path";

export interface Started {
  /** The file that runs: `process.argv[1]`. */
  readonly entry: string | undefined;
  /** The folders in which a shell looks for commands: `PATH`. */
  readonly path: string;
  readonly cwd: string;
  /** Whether somebody at a terminal reads the messages, in the folder where the program was started. */
  readonly hasTerminal: boolean;
}

/** In documents and in generated files. */
const name = "freehold";

/**
 * The command with which this program can be started again, as messages print it: the name where a shell finds it, npx in a
 * clone, else a path.
 *
 * @returns ready for a shell; `freehold` where something else runs this code
 */
export function findProgram({ entry, path, cwd, hasTerminal }: Started): string {
  const file = entry === undefined ? null : resolveFile(entry);
  if (file === null || basename(file) !== `${name}.js`) return name;
  // An archive has a launcher beside it, which starts the Node that came along.
  const launcher = resolveFile(join(dirname(file), name));
  const isProgram = (folder: string) => {
    const found = resolveFile(join(folder, name));
    return found !== null && (found === file || found === launcher);
  };
  const folder = path.split(delimiter).find((one) => one !== "" && isProgram(one));
  if (folder !== undefined) return folder.endsWith("node_modules/.bin") ? `npx --no-install ${name}` : name;
  const shown = (one: string) => quote(hasTerminal ? showPath(one, cwd) : one);
  return launcher === null ? `node ${shown(file)}` : shown(join(dirname(file), name));
}

function resolveFile(path: string): string | null {
  try {
    return existsSync(path) ? realpathSync(path) : null;
  } catch {
    return null;
  }
}

/** Relative where the file is inside the folder. */
function showPath(file: string, cwd: string): string {
  const inside = relative(cwd, file);
  return inside.startsWith("..") ? file : inside.includes("/") ? inside : `./${inside}`;
}

const quote = (path: string) => (/^[\w./+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);

const started = { entry: process.argv[1], path: process.env.PATH ?? "", cwd: process.cwd() };

/** The command of this process. */
export const program = findProgram({
  ...started,
  hasTerminal: process.stdout.isTTY || process.stderr.isTTY,
});

/** The same for a page that anybody may open: it names no folder of this machine. */
export const publicProgram = withoutFolders(findProgram({ ...started, hasTerminal: true }));

/** @returns the command; its name alone where that is a path from the root */
export function withoutFolders(command: string): string {
  return /(?:^|[ '])\//.test(command) ? name : command;
}
