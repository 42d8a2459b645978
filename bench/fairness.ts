import { attacks, openFairnessBench } from "../packages/node/test/support/fairness/measure-fairness.ts";
import { print } from "./print.ts";

const reads = 300;

/**
 * Attacks a node from one address while another one reads: what the reader waits beside what it waits alone (at most 5), how
 * often it is refused (never), and by how much the node's memory grows (at most 100 MB). With the usual rate limit, and without.
 */
export async function benchFairness(): Promise<void> {
  for (const rateLimit of ["6000", "0"]) {
    await using bench = await openFairnessBench({ FREEHOLD_RATE_LIMIT: rateLimit });
    print(`\nFREEHOLD_RATE_LIMIT=${rateLimit}\n`);
    print(row("attack", "alone ms", "beside ms", "times", "refused", "MB more", "the attacker's statuses"));
    for (const kind of attacks) {
      const { alone, beside, refused, growth, statuses } = await bench.attack(kind, reads);
      const times = (beside / alone).toFixed(2);
      print(
        row(
          kind,
          alone.toFixed(2),
          beside.toFixed(2),
          times,
          refused,
          (growth / 1e6).toFixed(0),
          JSON.stringify(statuses),
        ),
      );
    }
  }
}

function row(...cells: (string | number)[]): string {
  return `${cells.map((cell) => String(cell).padEnd(11)).join("")}\n`;
}
