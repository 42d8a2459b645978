import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { chmod, cp, mkdtemp, readFile, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
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
  projects: readonly string[];
  /** Parts of the tests' paths; none for all of them. */
  files?: readonly string[];
  env?: Record<string, string>;
}

/** How a run of Vitest ended. */
interface End extends Sum {
  failures: Failure[];
  /** The failures of tests that passed when they ran alone. */
  passedAlone?: Failure[];
}

/** A test that failed. */
interface Failure {
  /** The path of its file from the root. */
  file: string;
  name: string;
  /** The first line of the error. */
  why: string;
}

/** The parts of Vitest's report in JSON that are read. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}

/** Tests of at most so many files are run again when they fail; the cause of more is seldom the machine. */
const filesAgain = 5;

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
  ["release/try-archive.ts"],
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
    const report = join(folder, "vitest.json");
    const stages = more ? moreStages() : [{ projects: all ? [] : everyPush }];
    const ends: End[] = [];
    if (part.length > 0) ends.push(await runVitest(report, part));
    else for (const stage of stages) ends.push(await runStage(report, stage));
    for (const [script, ...args] of all ? promises : []) {
      const { end, said } = await runScript(script, args);
      process.stdout.write(said);
      ends.push(end);
    }
    process.stdout.write(
      showFailures(
        "Failed",
        ends.flatMap(({ failures }) => failures),
      ),
    );
    process.stdout.write(
      showFailures(
        "Passed alone",
        ends.flatMap(({ passedAlone = [] }) => passedAlone),
      ),
    );
    const sum = addUp(ends);
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
  // These ask the core's store, whose queries the project `databases` tries, or the tables of a module by another of its tests.
  const others = /modules\/(export|diagnosis|ens)\/|\/(sender-fault|fetch-feed)\./;
  const files = globSync("packages/node/src/modules/**/*.test.ts", { cwd: root }).filter(
    (path) => usesDatabase(path) && !others.test(path),
  );
  return [
    { projects: ["unit", "slow"], files, env: { TEST_DATABASES: "postgres" } },
    { projects: ["features", "attacks"] },
  ];
}

/**
 * A few files with failures are run once more with nothing beside them, so that a busy machine is told from a fault; both results
 * are shown. A fault fails again.
 */
async function runStage(report: string, { projects, files = [], env = {} }: Stage): Promise<End> {
  const chosen = ofProjects(projects);
  const first = await runVitest(report, [...chosen, ...files], env);
  const failing = [...new Set(first.failures.map(({ file }) => file))];
  if (failing.length === 0 || failing.length > filesAgain) return first;
  process.stdout.write("\nThe files with failures run again, alone:\n");
  const again = await runVitest(report, [...chosen, "--no-file-parallelism", ...failing], env);
  if (again.passed === 0) return first;
  const isSame = (one: Failure) => (other: Failure) => one.file === other.file && one.name === other.name;
  const passedAlone = first.failures.filter((failure) => !again.failures.some(isSame(failure)));
  const all = first.passed + first.failed;
  const { failed, failures } = again;
  return { passed: all - failed, failed, skipped: first.skipped, failures, passedAlone };
}

async function runVitest(report: string, args: string[], env: Record<string, string> = {}): Promise<End> {
  const vitest = join(import.meta.dirname, "../node_modules/vitest/vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  await rm(report, { force: true });
  const code = await run(process.execPath, [vitest, "run", ...reporters, ...args], env);
  const result = await readFile(report, "utf8").then(
    (text) => JSON.parse(text) as Report,
    () => null,
  );
  if (!result) return { passed: 0, failed: 1, skipped: 0, failures: [] };
  return {
    passed: result.numPassedTests,
    // A file that could not be loaded, or an error outside every test, fails the run without failing a test.
    failed: code !== 0 && result.numFailedTests === 0 ? 1 : result.numFailedTests,
    skipped: result.numPendingTests + result.numTodoTests,
    failures: findFailures(result),
  };
}

function findFailures({ testResults }: Report): Failure[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0) return status === "failed" ? [{ file, name: "", why: firstLine(message) }] : [];
    return failed.map((test) => ({ file, name: test.fullName, why: firstLine(test.failureMessages?.[0]) }));
  });
}

const firstLine = (text = "") => text.split("\n", 1)[0] ?? "";

function showFailures(what: string, failures: readonly Failure[]): string {
  if (failures.length === 0) return "";
  const lines = failures.map(({ file, name, why }) => `  ${file}: ${name}\n    ${why}\n`);
  return `\n${what}:\n${lines.join("")}`;
}

/** @returns how it ended, and all that it said */
async function runScript(script: string, args: string[]): Promise<{ end: End; said: Buffer }> {
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
  const failures =
    code === 0 ? [] : [{ file: `scripts/${script}`, name: args.join(" "), why: `code ${code}` }];
  const end = { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, failures };
  return { end, said: Buffer.concat(said) };
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // Nobody is left of it.
  }
}

function addUp(ends: readonly Sum[]): Sum {
  const total = (key: keyof Sum) => ends.reduce((sum, end) => sum + end[key], 0);
  return { passed: total("passed"), failed: total("failed"), skipped: total("skipped") };
}

function run(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

await main();
