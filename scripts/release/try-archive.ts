import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { publishAndFollow, withLocalNodes } from "../local-nodes.ts";
import { checkProgram } from "./check-program.ts";
import { archiveName } from "./write-archive.ts";

const root = join(import.meta.dirname, "../..");

/**
 * `npm run try-archive [FILE]`: unpacks an archive, by default the one of `build/release` for this machine, into an empty
 * folder. Two nodes run from there with Node alone on their path; one publishes a post, and the other one gets it.
 */
async function main(): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const name = archiveName(version, process.arch);
  const archive = resolve(process.argv[2] ?? join(root, "build/release", `${name}.tar.gz`));
  const folder = mkdtempSync(join(tmpdir(), "freehold-archive-"));
  try {
    execFileSync("tar", ["--extract", "--file", archive, "--directory", folder]);
    const PATH = join(folder, "path");
    mkdirSync(PATH);
    symlinkSync(process.execPath, join(PATH, "node"));
    const program = join(folder, name);
    const options = { cwd: program, env: { PATH }, encoding: "utf8" } as const;
    print(execFileSync(join(program, "bin/freehold"), ["--version"], options).trim());
    print(checkProgram(program, { PATH }));
    await withLocalNodes(
      ["Ada", "Ben"],
      async ([ada, ben], work) => {
        if (ada && ben) await publishAndFollow(ada, ben, work);
      },
      { command: join(program, "bin/freehold"), environment: { PATH } },
    );
    print(`A node of ${name} published a post, and another one has it.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main();
