import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { print } from "../print.ts";
import { type RealRun, runReal } from "./run-real.ts";
import { type Costs, simulate } from "./simulate.ts";

const small = 2_000;
const large = 10_000;
/** The largest allowed difference between the model and the real run. */
const most = 0.25;
const shares = [0.5, 0.99, 0.999] as const;

/**
 * Measures the costs with few followers and one worker, then compares the model with real runs of 10,000 followers and one or
 * two workers. The model gets one figure of each run: the share of the processors that other programs left to the workers, as
 * Linux counts it. Exit code 1 if a time differs by more than a quarter.
 *
 * @param saveTo where the costs of the run with 10,000 followers are written, or null
 */
export async function check(saveTo: string | null): Promise<void> {
  const first = await runReal({ followers: small, workers: 1 });
  // Here V8's helper threads use another processor. The saved costs are those of workers with one processor each.
  const costs = { ...costsOf(first), deliverMs: Number((first.workersMainMs / small).toFixed(3)) };
  print(`Costs (ms): ${JSON.stringify(costs)}. The real time / that of the model, in seconds:`);
  print(
    `${"".padEnd(20)}${"processors".padStart(12)}${["50 %", "99 %", "99.9 %"].map((head) => head.padStart(22)).join("")}`,
  );
  compare(first, 1, costs);
  for (const workers of [1, 2]) {
    const real = await runReal({ followers: large, workers });
    compare(real, workers, costs);
    print(`  PostgreSQL: ${real.rowsWritten} rows written, ${real.transactions} transactions with reads`);
    if (workers === 1 && saveTo !== null) save(saveTo, real);
  }
}

const quantile = (told: readonly number[], share: number) => told[Math.ceil(share * told.length) - 1] ?? 0;

function compare(real: RealRun, workers: number, costs: Costs): void {
  const followers = real.told.length;
  const { told } = simulate({
    followers,
    workers,
    costs,
    speed: real.share,
    servedByOneMs: real.followersCpuMs / followers,
    databaseProcessors: cpus().length,
    answerMs: 1,
    sigma: 0,
    away: 0,
    seed: 1,
  });
  const cells = shares.map((share) => {
    const [was, is] = [quantile(real.told, share), told.quantile(share)];
    if (followers === large && Math.abs(is / was - 1) > most) process.exitCode = 1;
    return `${seconds(was)} / ${seconds(is)} (${percent(is / was - 1)})`.padStart(22);
  });
  const name = `${followers.toLocaleString("en")}, ${workers} worker${workers > 1 ? "s" : ""}`;
  print(`${name.padEnd(20)}${`${Math.round(real.share * 100)} %`.padStart(12)}${cells.join("")}`);
}

const seconds = (ms: number) => (ms / 1_000).toFixed(1);
const percent = (share: number) => `${share < 0 ? "" : "+"}${Math.round(share * 100)} %`;

function costsOf({ told, workersCpuMs, postgresCpuMs, lookMs, pageMs, claimMs }: RealRun): Costs {
  const each = (ms: number) => Number((ms / told.length).toFixed(3));
  return {
    deliverMs: each(workersCpuMs),
    rowMs: each(postgresCpuMs),
    lookMs: Number(lookMs.toFixed(3)),
    pageMs: Number(pageMs.toFixed(1)),
    claimMs: Number(claimMs.toFixed(3)),
  };
}

function save(file: string, real: RealRun): void {
  const machine = `${cpus().length} shared processors of ${cpus()[0]?.model}`;
  const about = { measuredAt: new Date().toISOString().slice(0, 10), machine, followers: real.told.length };
  const perFollower = {
    rowsWritten: Number((real.rowsWritten / real.told.length).toFixed(2)),
    transactions: Number((real.transactions / real.told.length).toFixed(2)),
  };
  writeFileSync(file, `${JSON.stringify({ ...about, costs: costsOf(real), perFollower }, null, 2)}\n`);
}
