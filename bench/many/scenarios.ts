import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { print } from "../print.ts";
import { findObstacle } from "./front.ts";

const usage = "npx node bench/many/scenarios.ts [--kills N] [--seed N]";

/**
 * The tests in which nodes publish, edit, delete, follow, unfollow, follow again, block, comment, move, and come back after an
 * absence: all that does not set a clock or look into a process.
 */
const scenarios = [
  "follow-and-replicate",
  "two-owners",
  "long-absence",
  "forms/pairs",
  "comments-by-mail",
  "weaknesses/let-in-03-drafts-reach-nobody",
  "weaknesses/lost-03-follows-on-one-side",
];
/** Tests that count calls or compare answers literally. They can't be run with kills: a repeated call or a proxy's answer fails them. */
const wordByWord = [
  "conformance",
  "forms/on-the-wire",
  "jobs",
  "cached-portraits",
  "weaknesses/let-in-01-signed-for-something-else",
  "weaknesses/let-in-05-peer-that-is-another",
];

/**
 * Runs the scenarios of the network tests with every node a group: two web and two worker processes on one PostgreSQL and one S3,
 * behind nginx. With `--kills` their processes are killed at random, and the scenarios are repeated until there were that many kills.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { kills: { type: "string" }, seed: { type: "string" } } });
  const kills = Number(values.kills ?? 0);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  const obstacle = findObstacle();
  if (obstacle !== null || !Number.isSafeInteger(kills) || !Number.isSafeInteger(seed)) {
    process.stderr.write(`${obstacle ?? "--kills and --seed are whole numbers."}\n${usage}\n`);
    process.exitCode = 2;
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), "freehold-scenarios-"));
  try {
    const file = join(folder, "kills");
    await writeFile(file, "");
    let killed = 0;
    for (let round = 0; round === 0 || killed < kills; round += 1) {
      const killing = { TEST_KILLS: String(seed + round * 1_000), TEST_KILLS_FILE: file };
      const tests = kills === 0 ? [...scenarios, ...wordByWord] : scenarios;
      if (!(await runTests(tests, kills === 0 ? {} : killing))) process.exitCode = 1;
      killed = (await readFile(file, "utf8")).split("\n").length - 1;
      print(`round ${round + 1}: ${killed} kills so far`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns whether all of them passed */
async function runTests(names: readonly string[], env: Record<string, string>): Promise<boolean> {
  const files = names.map((name) => `packages/node/test/${name}.test.ts`);
  const child = spawn("npx", ["vitest", "run", "--project", "network", "--maxWorkers", "2", ...files], {
    env: { ...process.env, ...env, TEST_GROUP: "1" },
    stdio: "inherit",
  });
  const [code] = await once(child, "exit");
  return code === 0;
}

await main();
