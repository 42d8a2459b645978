import "../../packages/node/test/support/load-modules.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { print } from "../print.ts";
import { type Costs, simulate } from "./simulate.ts";

/** What `--check --save` measured. */
interface Measured {
  readonly machine: string;
  readonly costs: Costs;
  readonly perFollower: { readonly rowsWritten: number; readonly transactions: number };
}

const file = join(import.meta.dirname, "costs.json");
const sizes = [10_000, 1_000_000, 100_000_000];
const counts = [1, 10, 100, 1_000];
/** Followers on servers all over the world; one in fifty can't be reached. PostgreSQL has a large machine. */
const world = { databaseProcessors: 16, answerMs: 150, sigma: 0.8, away: 0.02 };

/**
 * `npx node bench/scale/run.ts`: the table of docs/benchmarks.md, made of the costs in `costs.json`. `--followers`, `--workers`
 * choose one row; `--page`, `--due` try other sizes than those of the program; `--seed` other random numbers. `--check` compares
 * the model with real processes on this machine, `--save` writes the measured costs.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      check: { type: "boolean" },
      save: { type: "boolean" },
      followers: { type: "string" },
      workers: { type: "string" },
      page: { type: "string" },
      due: { type: "string" },
      seed: { type: "string" },
    },
  });
  if (values.check) {
    const { check } = await import("./check.ts");
    return await check(values.save ? file : null);
  }
  const given = (name: "followers" | "workers" | "page" | "due" | "seed") =>
    values[name] === undefined ? null : Number(values[name]);
  const measured = JSON.parse(readFileSync(file, "utf8")) as Measured;
  print(`Costs: ${JSON.stringify(measured.costs)} ms, on ${measured.machine}.`);
  print(`Followers answer after ${world.answerMs} ms (median), 1 in ${1 / world.away} is away.\n`);
  const heads = ["50 %", "99 %", "99.9 %", "pulls a second", "rows written", "transactions", "DB processors"];
  print(`| followers | workers | ${heads.join(" | ")} |`);
  print(`|${"---|".repeat(heads.length + 2)}`);
  const [followers, workers, page, due] = [given("followers"), given("workers"), given("page"), given("due")];
  for (const size of followers === null ? sizes : [followers]) {
    for (const count of workers === null ? counts : [workers]) {
      const other = { ...(page !== null && { page }), ...(due !== null && { mostDue: due }) };
      printRow(size, count, { ...other, seed: given("seed") ?? 1 }, measured);
    }
  }
}

function printRow(
  followers: number,
  workers: number,
  about: { seed: number; page?: number; mostDue?: number },
  { costs, perFollower }: Measured,
): void {
  const { told, looks, databaseBusy } = simulate({ ...world, ...about, followers, workers, costs });
  const written = perFollower.rowsWritten * followers;
  const asked = looks + perFollower.transactions * followers;
  const cells = [
    ...[0.5, 0.99, 0.999].map((share) => formatTime(told.quantile(share))),
    ...[told.mostInASecond(), written, asked].map(formatCount),
    databaseBusy.toFixed(1),
  ];
  print(`| ${formatCount(followers)} | ${formatCount(workers)} | ${cells.join(" | ")} |`);
}

function formatTime(ms: number): string {
  if (ms < 120_000) return `${(ms / 1_000).toFixed(1)} s`;
  return ms < 7_200_000 ? `${Math.round(ms / 60_000)} min` : `${(ms / 3_600_000).toFixed(1)} h`;
}

function formatCount(count: number): string {
  if (count >= 999_500) return `${Number((count / 1e6).toPrecision(3))} million`;
  return Number(count.toPrecision(3)).toLocaleString("en");
}

await main();
