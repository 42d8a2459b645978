import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { chmod, cp, mkdtemp, readFile, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileCache } from "../packages/node/test/support/node-flags.ts";
import { areProgramsBuilt, findNeeds, isServerBuilt } from "./find-needs.ts";
import { installBrowser } from "./install-browser.ts";

/** For how long one of the scripts may run; they take half a minute to four minutes. */
const scriptMs = 10 * 60_000;

/** A file system in memory, where there is one, and what has to be free of it and of the memory for the data of all tests. */
const inMemory = "/dev/shm";
const memoryNeeded = 4 * 1024 ** 3;

const root = join(import.meta.dirname, "..");
const builder = join(root, "scripts/build/build-server.ts");

const stops = ["SIGINT", "SIGTERM"] as const;

/** How one runner ended. */
interface Sum {
  passed: number;
  failed: number;
  skipped: number;
}

/** One run of Vitest. */
interface Stage {
  args: string[];
  env?: Record<string, string>;
}

/**
 * Commands of the README that everybody can run are tests, too, and so are the packages from their tarballs. For the faults,
 * kill-and-recover.test.ts replaces `kill-at-random`.
 */
const promises = [
  ["demo.ts"],
  ["run-example.ts"],
  ["run-start-page.ts"],
  [
    "../bench/faults/run.ts",
    "kill-in-migration",
    "kill-at-each-step",
    "no-space",
    "locked-database",
    "--short",
  ],
  ["try-packages.ts"],
] as const;

/** `npm test` leaves out the projects of `vitest.config.ts` that only the longer runs need. */
const everyPush = ["unit", "slow", "databases", "console", "network", "memory"];

/**
 * Runs tests, and prints `N passed, N failed` over all of them as the last line. CONTRIBUTING.md says what each kind of run is for:
 *
 * - without arguments, every test that a change can break;
 * - with `--more`, a part of the rest, which CI runs as well;
 * - with `--all`, everything: each test on both databases and with all its inputs, then the demo, the example, a short run of the
 *   faults and the packages.
 *
 * Other arguments go to Vitest, so that `npm test -- path` runs a part; the server and the programs for browsers are built, and a
 * browser is looked for, only if that part needs them. `--full` runs all checks of the conformance suite against each faulty node.
 */
async function main(): Promise<void> {
  const folder = await mkdtemp(join(await findRoom(), "freehold-tests-"));
  try {
    // PostgreSQL's own user passes through to its folder.
    await chmod(folder, 0o711);
    process.env.TMPDIR = folder;
    const options = ["--full", "--more", "--all"];
    const [full, more, all] = options.map((option) => process.argv.includes(option));
    const part = process.argv.slice(2).filter((argument) => !options.includes(argument));
    if (full || all) process.env.TEST_ALL_CHECKS = "1";
    if (all) process.env.TEST_FULL = "1";
    process.env.NODE_COMPILE_CACHE ??= await copyCompiled(join(folder, "compiled"));
    const needs = findNeeds(part);
    if (needs.browser) await installBrowser();
    if (needs.programs && !areProgramsBuilt() && (await run("npm", ["run", "build"])) !== 0)
      throw new Error("The programs for browsers can't be built.");
    if (needs.programs && !isServerBuilt() && (await run(process.execPath, [builder])) !== 0)
      throw new Error("The server can't be built.");
    const stages: Stage[] = more
      ? moreStages()
      : all || part.length > 0
        ? [{ args: part }]
        : [{ args: ofProjects(everyPush) }];
    const sum: Sum = { passed: 0, failed: 0, skipped: 0 };
    for (const stage of stages) add(sum, await runVitest(join(folder, "vitest.json"), stage));
    for (const [script, ...args] of all ? promises : []) {
      const { end, said } = await runScript(script, args);
      process.stdout.write(said);
      add(sum, end);
    }
    const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : "";
    process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed${skipped}\n`);
    process.exitCode = sum.failed > 0 || sum.passed === 0 ? 1 : 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Thousands of nodes and databases come and go: on a disk a tenth of all the processor's work was to write what nobody reads
 * again. What is killed with SIGKILL leaves the same in memory as on a disk.
 *
 * @returns where the data of the tests goes
 */
async function findRoom(): Promise<string> {
  if (process.env.TMPDIR) return process.env.TMPDIR;
  const { bavail, bsize } = await statfs(inMemory).catch(() => ({ bavail: 0, bsize: 0 }));
  const free = Math.min(bavail * bsize, process.availableMemory());
  return free >= memoryNeeded ? inMemory : tmpdir();
}

/**
 * Hundreds of processes load the same sources. What `npm run build` compiled is a start, and not filled up with tests.
 *
 * @returns the folder
 */
async function copyCompiled(folder: string): Promise<string> {
  // Nothing was built: the first processes fill it.
  await cp(compileCache, folder, { recursive: true }).catch(() => {});
  return folder;
}

const ofProjects = (names: readonly string[]) => names.flatMap((name) => ["--project", name]);

/** The tests that are not run on each push, as far as CI has time for them; the nightly run has the others. */
function moreStages(): Stage[] {
  const usesDatabase = (path: string) =>
    /import \{[^}]*\b(?:databases|copies|forEachDatabase)\b[^}]*\} from ".*\/databases\.ts"/.test(
      readFileSync(join(root, path), "utf8"),
    );
  const files = globSync("packages/node/src/{domain,modules}/**/*.test.ts", { cwd: root }).filter(
    usesDatabase,
  );
  return [
    { args: [...ofProjects(["unit", "slow"]), ...files], env: { TEST_DATABASES: "postgres" } },
    { args: ofProjects(["features", "attacks"]) },
  ];
}

async function runVitest(report: string, { args, env = {} }: Stage): Promise<Sum> {
  const vitest = join(import.meta.dirname, "../node_modules/vitest/vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  await rm(report, { force: true });
  const code = await run(process.execPath, [vitest, "run", ...reporters, ...args], env);
  const result = await readFile(report, "utf8").then(
    (text) => JSON.parse(text) as Record<string, number>,
    () => null,
  );
  if (!result) return { passed: 0, failed: 1, skipped: 0 };
  const failed = result.numFailedTests ?? 0;
  return {
    passed: result.numPassedTests ?? 0,
    // A file that could not be loaded, or an error outside every test, fails the run without failing a test.
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: (result.numPendingTests ?? 0) + (result.numTodoTests ?? 0),
  };
}

/** @returns how it ended, and all that it said */
async function runScript(script: string, args: string[]): Promise<{ end: Sum; said: Buffer }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own, so that it can be ended with all that it started.
    detached: true,
  });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => said.push(chunk));
  const closed = once(child, "close");
  // Who ends the tests from a terminal ends their own group alone.
  const stop = () => endGroup(child);
  for (const signal of stops) process.once(signal, stop);
  const timeout = setTimeout(() => {
    said.push(Buffer.from(`\n${script} did not end in ${scriptMs / 60_000} minutes.\n`));
    endGroup(child);
  }, scriptMs);
  const [code] = (await once(child, "exit")) as [number | null];
  clearTimeout(timeout);
  for (const signal of stops) process.off(signal, stop);
  // What it left behind would hold its output open.
  endGroup(child);
  await closed;
  const end = { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  return { end, said: Buffer.concat(said) };
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // Nobody is left of it.
  }
}

function add(sum: Sum, more: Sum): void {
  sum.passed += more.passed;
  sum.failed += more.failed;
  sum.skipped += more.skipped;
}

function run(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

await main();
