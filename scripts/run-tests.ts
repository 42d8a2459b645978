import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
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

const builder = join(import.meta.dirname, "build/build-server.ts");

const stops = ["SIGINT", "SIGTERM"] as const;

/** How one runner ended. */
interface Sum {
  passed: number;
  failed: number;
  skipped: number;
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
    ...["../bench/faults/run.ts", "kill-in-installation", "kill-in-migration", "kill-at-each-step"],
    ...["no-space", "locked-database", "toxic", "--short"],
  ],
  ["try-packages.ts"],
] as const;

/**
 * Runs every test runner, and beside it the demo, the example, a short run of the faults and the packages, and prints
 * `N passed, N failed` over all of them as the last line. Arguments go to Vitest, so that `npm test -- path` runs a part; the
 * server and the programs for browsers are built, and a browser is looked for, only if that part needs them. `--full` runs all
 * checks of the conformance suite against each faulty node.
 */
async function main(): Promise<void> {
  const folder = await mkdtemp(join(await findRoom(), "freehold-tests-"));
  try {
    // PostgreSQL's own user passes through to its folder.
    await chmod(folder, 0o711);
    process.env.TMPDIR = folder;
    const part = process.argv.slice(2).filter((argument) => argument !== "--full");
    if (process.argv.includes("--full")) process.env.TEST_ALL_CHECKS = "1";
    process.env.NODE_COMPILE_CACHE ??= await copyCompiled(join(folder, "compiled"));
    // Without a part it is every test; see `TEST_FULL` in CONTRIBUTING.md.
    if (part.length === 0) process.env.TEST_FULL ??= "1";
    const needs = findNeeds(part);
    if (needs.browser) await installBrowser();
    if (needs.programs && !areProgramsBuilt() && (await run("npm", ["run", "build"])) !== 0)
      throw new Error("The programs for browsers can't be built.");
    if (needs.programs && !isServerBuilt() && (await run(process.execPath, [builder])) !== 0)
      throw new Error("The server can't be built.");
    // Side by side, since they wait for much of their time, and over long before the tests that measure.
    const scripts = part.length > 0 ? [] : promises.map(([script, ...args]) => runScript(script, args));
    const sum = await runVitest(join(folder, "vitest.json"), part);
    for (const { end, said } of await Promise.all(scripts)) {
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

async function runVitest(report: string, args: string[]): Promise<Sum> {
  const vitest = join(import.meta.dirname, "../node_modules/vitest/vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await run(process.execPath, [vitest, "run", ...reporters, ...args]);
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

function run(command: string, args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: "inherit" });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

await main();
