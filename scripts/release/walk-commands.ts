import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/** A program under test, with the settings of one node. */
export interface Walked {
  /** The file of the command. */
  readonly command: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** The commands that a node without any other one can't do, or that a script can't. */
const helpAlone: Readonly<Record<string, string>> = {
  start: "the caller starts the node",
  key: "it asks for a password at a terminal",
  follow: "it needs another node: `npm run try-archive` has two",
  unfollow: "as follow",
  "remove-follower": "as follow",
  moved: "it needs another address",
  mcp: "it serves an agent until the agent leaves",
  verify: "it needs a proof; export and import check some",
  "migrate-database": "it needs PostgreSQL",
  "move-contents": "it needs S3",
};

/** The calls that a running node with one post answers, by command; `FOLDER` is an empty folder for what they write. */
const calls: Readonly<Record<string, readonly (readonly string[])[]>> = {
  init: [["--url", "http://localhost", "--title", "Ada"]],
  publish: [["FOLDER/post.md", "--slug", "hello"], ["FOLDER/picture.png"]],
  sign: [["--imported"]],
  timeline: [[]],
  peers: [[]],
  outbox: [[]],
  "set-aside": [[]],
  receipts: [["hello"]],
  profile: [[]],
  posts: [["list"], ["show", "hello"]],
  media: [["list"]],
  comments: [["list"]],
  trash: [["list"]],
  blocks: [["list"]],
  settings: [["list"]],
  completion: [["bash"]],
  feeds: [["list"]],
  subscribers: [["list"]],
  proposals: [["list"]],
  export: [["FOLDER/export"], ["--static", "FOLDER/site", "--url", "https://me.example"]],
  import: [["FOLDER/posts"]],
  backup: [["FOLDER/node.backup"]],
  restore: [["FOLDER/node.backup", "--data", "FOLDER/restored"]],
  rollback: [["--list"]],
  clock: [[]],
  "migrate-tables": [[]],
  token: [["list"]],
  theme: [["download", "journal", "FOLDER/theme"]],
  close: [["FOLDER/closed", "--yes"]],
  reopen: [[]],
  webhooks: [[]],
};

/** Runs a command to its end. @returns its output @throws Error with all that it said, for another exit code than 0 */
export async function runProgram({ command, environment }: Walked, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, { env: environment });
  return stdout;
}

/**
 * Asks each command of a program for its help, and runs each once that one node is enough for.
 *
 * @param folder empty; gets the files that commands read and write
 * @returns how many commands there are
 * @throws Error for a command that fails, or that nobody knows here
 */
export async function walkCommands(walked: Walked, folder: string): Promise<number> {
  const overview = await runProgram(walked, ["--help"]);
  const names = [...overview.matchAll(/^ {2}([a-z-]+) {2,}\S/gm)].map(([, name = ""]) => name);
  const unknown = names.filter((name) => !Object.hasOwn({ ...calls, ...helpAlone, doctor: 0 }, name));
  if (names.length < 30 || unknown.length > 0) throw new Error(`Nobody runs ${unknown.join(", ")} here.`);
  for (const name of names) {
    const help = await runProgram(walked, [name, "--help"]);
    if (!help.includes(`Usage: ${walked.command} ${name}`))
      throw new Error(`Help of another program: ${help}`);
  }
  writeInput(folder);
  for (const [name, each] of Object.entries(calls)) {
    for (const args of each) {
      const given = args.map((one) => one.replace("FOLDER", folder));
      await runProgram(walked, [name, ...given]);
    }
  }
  return names.length;
}

/** A pixel, in the form of PNG. */
const picture =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

/** A post whose figures are drawn by processes of their own, a picture, and a folder to import. */
function writeInput(folder: string): void {
  const post = "# Hello\n\nWith $x^2$.\n\n```js\nlet x = 1;\n```\n\n```mermaid\ngraph LR\nA --> B\n```\n";
  writeFileSync(join(folder, "post.md"), post);
  writeFileSync(join(folder, "picture.png"), Buffer.from(picture, "base64"));
  mkdirSync(join(folder, "posts"));
  writeFileSync(join(folder, "posts/old.md"), "---\ntitle: Old\ndate: 2020-01-02\n---\n\nAn old post.\n");
}

/** Reads the JSON of `freehold doctor`. @returns the ids of the checks that failed */
export async function listFailedChecks({ command, environment }: Walked): Promise<string[]> {
  // It ends with 1 where a check has failed.
  const { stdout } = await promisify(execFile)(command, ["doctor", "--json"], { env: environment }).catch(
    (error: { stdout: string }) => error,
  );
  const { checks } = JSON.parse(stdout) as { checks: { id: string; state: string }[] };
  return checks.filter(({ state }) => state === "failed").map(({ id }) => id);
}

/** Takes from everybody, the owner too, the right to write below a folder; `u+w` gives it back. */
export function closeFolder(folder: string, mode: "a-w" | "u+w" = "a-w"): void {
  execFileSync("chmod", ["-R", mode, folder]);
}
