import type { Measured } from "../packages/node/test/support/node-program.ts";
import type { Tally } from "../packages/node/test/support/soak/rounds.ts";
import { runSoak } from "../packages/node/test/support/soak/run-soak.ts";
import { print } from "./print.ts";

const minuteMs = 60_000;
/** What must be reached. */
const most = 1.1;

/**
 * An hour of mixed load on a node, with a look at its process after five minutes and every five from then on. Memory must be
 * within a tenth of the first look at the end, descriptors and timers as before.
 */
export async function benchSoak({ minutes = 60 }: { minutes?: number } = {}): Promise<void> {
  print(`\n${minutes} minutes of mixed load; at each look the load stops, and garbage is collected.\n`);
  print(
    ["minute", "rss MiB", "live MiB", "descriptors", "timers", "sockets", "turns", "failed"]
      .map(cell)
      .join(""),
  );
  const { first, last, tally } = await runSoak({
    totalMs: minutes * minuteMs,
    warmUpMs: Math.min(5, minutes / 2) * minuteMs,
    everyMs: 5 * minuteMs,
    posts: 2_000,
    onLook: (ms, look, sofar) => print(row(ms, look, sofar)),
  });
  print("");
  for (const [name, { done, failed, lastFailure }] of Object.entries(tally)) {
    print(
      `${name.padEnd(20)}${String(done).padStart(10)} done${String(failed).padStart(8)} failed  ${lastFailure ?? ""}`,
    );
  }
  const rss = last.rss / first.rss;
  const live = last.live / first.live;
  print(
    `\nmemory at the end over that of the first look: ${rss.toFixed(3)} resident, ${live.toFixed(3)} live`,
  );
  print(`descriptors ${first.descriptors} -> ${last.descriptors}, timers ${first.timers} -> ${last.timers}`);
  if (rss > most || live > most) process.exitCode = 1;
}

function row(ms: number, { rss, live, descriptors, timers, sockets }: Measured, tally: Tally): string {
  const turns = Object.values(tally);
  const sum = (pick: (one: Tally[string]) => number) => turns.reduce((all, one) => all + pick(one), 0);
  return [
    (ms / minuteMs).toFixed(1),
    (rss / 1_048_576).toFixed(1),
    (live / 1_048_576).toFixed(1),
    descriptors,
    timers,
    sockets,
    sum(({ done }) => done),
    sum(({ failed }) => failed),
  ]
    .map(cell)
    .join("");
}

function cell(value: unknown): string {
  return String(value).padStart(12);
}
