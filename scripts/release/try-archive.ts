import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { publishAndFollow, withLocalNodes } from "../local-nodes.ts";
import { liveLife } from "./archive-life.ts";
import { checkProgram } from "./check-program.ts";
import { startPlainNode, unpack } from "./run-archive.ts";
import { closeFolder, listFailedChecks, runProgram, walkCommands } from "./walk-commands.ts";
import { checkFiles, checkSite, walkPages } from "./walk-pages.ts";
import { archiveName, makeArchive, type Processor } from "./write-archive.ts";

const root = join(import.meta.dirname, "../..");
/** `nobody`: the program can't be written, and nothing of this repository belongs to its user. */
const user = { uid: 65_534, gid: 65_534 };

/**
 * `npm run try-archive [FILE]`: unpacks an archive, by default the one of `build/release` for this machine or else one made of
 * the sources, into a folder that nobody can write, and runs it without rights and without any other Node: each command, each
 * page, each file that its code names. Then two nodes run, one publishes a post, and the other one gets it. At last one lives its whole life
 * (`liveLife`).
 */
async function main([file]: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "freehold-archive-"));
  try {
    const archive = file === undefined ? await findArchive(folder) : resolve(file);
    if (process.getuid?.() !== 0) return await tryArchive(archive, folder);
    chmodSync(folder, 0o777);
    const child = spawn(process.execPath, [import.meta.filename, archive], { ...user, stdio: "inherit" });
    const [code] = await once(child, "exit");
    if (code !== 0) throw new Error(`The archive failed as the user ${user.uid}.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function findArchive(folder: string): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const released = join(root, "build/release", `${archiveName(version, process.arch)}.tar.gz`);
  return existsSync(released) ? released : await makeArchive(folder, process.arch as Processor);
}

async function tryArchive(archive: string, folder: string): Promise<void> {
  const { program, environment } = unpack(archive, folder);
  const command = join(program, "bin/freehold");
  closeFolder(program);
  try {
    print((await runProgram({ command, environment }, ["--version"])).trim());
    print(checkProgram(program, { PATH: join(program, "node/bin") }));
    print(`${checkFiles(program)} names in its code lead to files.`);
    await walk(command, environment, folder);
    await withLocalNodes(
      ["Ada", "Ben"],
      async ([ada, ben], work) => {
        if (ada && ben) await publishAndFollow(ada, ben, work);
      },
      { command, environment },
    );
    print("A node published a post, and another one has it.");
    for (const line of await liveLife({ command, environment }, join(folder, "life"))) print(line);
  } finally {
    // To be removed, it must be writable again.
    closeFolder(program, "u+w");
  }
}

async function walk(command: string, environment: Record<string, string>, folder: string): Promise<void> {
  const work = join(folder, "work");
  mkdirSync(work);
  await using node = await startPlainNode(command, environment, join(folder, "data"));
  print(`${await walkPages(node.url, "empty")} addresses of a node without an owner answer.`);
  const walked = { command, environment: node.environment };
  print(`${await walkCommands(walked, work)} commands have help, and those work that need no other node.`);
  print(`${checkSite(join(work, "site"))} files of the exported site name files that are there.`);
  print(`${await walkPages(node.url, "owned")} addresses of a node with posts answer.`);
  // Nobody reaches it from outside, and it has no https.
  const failed = (await listFailedChecks(walked)).filter((id) => !/^(?:outside|proxy)\./.test(id));
  if (failed.length > 0) throw new Error(`freehold doctor finds ${failed.join(", ")}.`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main(process.argv.slice(2));
