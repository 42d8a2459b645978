import {
  attacks,
  type Fairness,
  openFairnessBench,
} from "../packages/node/test/support/fairness/measure-fairness.ts";
import { print } from "./print.ts";

const reads = 300;
const usualRateLimit = "6000";
/** What the reader waits beside the attacker, as a multiple of what it waits alone. */
const highestRatio = 5;
const mostBytesMore = 100e6;

/**
 * Attacks a node from one address while another one reads: what the reader waits beside what it waits alone (at most 5), how
 * often it is refused (never), and by how much the node's memory grows (at most 100 MB). It fails where that does not hold with
 * the usual rate limit; without one the figures are for comparison.
 */
export async function benchFairness(): Promise<void> {
  for (const rateLimit of [usualRateLimit, "0"]) {
    await using bench = await openFairnessBench({ FREEHOLD_RATE_LIMIT: rateLimit });
    print(`\nFREEHOLD_RATE_LIMIT=${rateLimit}\n`);
    print(row("attack", "alone ms", "beside ms", "times", "refused", "MB more", "the attacker's statuses"));
    for (const kind of attacks) {
      const found = await bench.attack(kind, reads);
      const isUnfair = rateLimit === usualRateLimit && !isFair(found);
      const { alone, beside, refused, growth, statuses } = found;
      print(
        row(
          kind,
          alone.toFixed(2),
          beside.toFixed(2),
          (beside / alone).toFixed(2),
          refused,
          (growth / 1e6).toFixed(0),
          `${JSON.stringify(statuses)}${isUnfair ? "  unfair" : ""}`,
        ),
      );
      if (isUnfair) process.exitCode = 1;
    }
  }
}

function isFair({ alone, beside, refused, growth }: Fairness): boolean {
  return refused === 0 && beside <= highestRatio * alone && growth <= mostBytesMore;
}

function row(...cells: (string | number)[]): string {
  return `${cells.map((cell) => String(cell).padEnd(11)).join("")}\n`;
}
