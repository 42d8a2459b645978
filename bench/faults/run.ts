import "../../packages/node/test/support/load-modules.ts";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { seededRandom } from "../../packages/node/test/support/seeded-random.ts";
import { print } from "../print.ts";
import type { FaultOptions, Scenario, Tally } from "./scenario.ts";
import { scenarios } from "./scenarios.ts";
import { addUp } from "./support/run-in-parallel.ts";
import { openWorkspace, type Workspace } from "./support/workspace.ts";

/** For how long a scenario of a short run, and of a long one, may last. */
const [shortRunMs, longRunMs] = [4 * 60_000, 12 * 60 * 60_000];
const usage = `npm run faults [-- NAME…] [--seed N] [--kills N] [--short]
There are: ${Object.keys(scenarios).join(", ")}.`;

/** Puts real nodes through the faults that are named, or through all of them, and says what was lost: nothing, or exit code 1. */
async function main(): Promise<void> {
  const call = readCall(process.argv.slice(2));
  if (typeof call === "string") {
    process.stderr.write(`${call}\n${usage}\n`);
    process.exitCode = 2;
    return;
  }
  print(`Faults with seed ${call.seed}${call.isShort ? ", the short run" : ""}.`);
  const started = Date.now();
  const tallies: Tally[] = [];
  for (const name of call.names) {
    const tally = await runScenario(name, call);
    if (tally) tallies.push(tally);
  }
  report(tallies, Date.now() - started);
  if (tallies.length === 0 || tallies.some(({ broken }) => broken.length > 0)) process.exitCode = 1;
}

/** @returns null when it can't run here */
async function runScenario(name: string, options: FaultOptions): Promise<Tally | null> {
  const scenario = scenarios[name] as Scenario;
  print(`\n${name}: ${scenario.about}`);
  const obstacle = (await scenario.obstacle?.()) ?? null;
  if (obstacle !== null) {
    print(`  skipped: ${obstacle}`);
    return null;
  }
  const started = Date.now();
  await using workspace = await openWorkspace();
  const kills = Math.ceil(options.kills * (scenario.share ?? 0));
  const random = seededRandom(options.seed);
  const bench = { ...options, kills, random, workspace, print: (line: string) => print(`  ${line}`) };
  const tally = await Promise.race([scenario.run(bench), giveUp(workspace, options)]).catch(
    (error: unknown) => ({
      kills: 0,
      acknowledged: 0,
      broken: [describe(error)],
    }),
  );
  for (const sentence of tally.broken) print(`  BROKEN: ${sentence}`);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  print(`  ${count(tally)} (${seconds} s)`);
  return tally;
}

/** A short run is one of many tests: a scenario that does not end is one that failed. */
async function giveUp(workspace: Workspace, { isShort }: FaultOptions): Promise<never> {
  await pause(isShort ? shortRunMs : longRunMs, undefined, { ref: false });
  throw new Error(`It does not end.\n${workspace.describe()}`);
}

function report(tallies: readonly Tally[], ms: number): void {
  print(`\n${tallies.length} scenarios in ${(ms / 60_000).toFixed(1)} minutes: ${count(addUp(tallies))}`);
}

function count({ kills, acknowledged, broken }: Tally): string {
  const outcome = broken.length === 0 ? "nothing lost, nothing torn" : `${broken.length} things broken`;
  return `${kills} kills, ${acknowledged} acknowledged writes, ${outcome}.`;
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** @returns a sentence when the call is wrong */
function readCall(args: string[]): (FaultOptions & { names: string[] }) | string {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { seed: { type: "string" }, kills: { type: "string" }, short: { type: "boolean" } },
    });
    const unknown = positionals.filter((name) => !Object.hasOwn(scenarios, name));
    if (unknown.length > 0) return `There is no scenario ${unknown.join(", ")}.`;
    const isShort = values.short ?? false;
    const seed = readNumber(values.seed, isShort ? 20_261_121 : Math.floor(Math.random() * 2 ** 31));
    const kills = readNumber(values.kills, isShort ? 6 : 1_000);
    if (seed === null || kills === null) return "--seed and --kills are whole numbers.";
    return { seed, kills, isShort, names: positionals.length > 0 ? positionals : listNames(isShort) };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function listNames(isShort: boolean): string[] {
  const all = Object.entries(scenarios).filter(([, { isLong = false }]) => !isShort || !isLong);
  return all.map(([name]) => name);
}

function readNumber(text: string | undefined, otherwise: number): number | null {
  if (text === undefined) return otherwise;
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

await main();
// A scenario that was given up may still be at work.
process.exit();
