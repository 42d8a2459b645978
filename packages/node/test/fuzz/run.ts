import "../support/load-modules.ts";
import { parseArgs } from "node:util";
import { type FuzzReport, fuzzNode } from "./fuzz-node.ts";

const usage = "npm run fuzz [-- --requests N] [--seed N] [--empty]";

/** Sends a node as many odd requests as were asked for, and says how it fared; exit code 1 where something was found. */
async function main(): Promise<void> {
  const call = readCall(process.argv.slice(2));
  if (call === null) {
    process.stderr.write(`${usage}\n`);
    process.exitCode = 2;
    return;
  }
  say(
    `${call.requests} requests with seed ${call.seed}, to a node ${call.isInstalled ? "with an owner" : "without one"}.`,
  );
  const started = Date.now();
  try {
    report(await fuzzNode({ ...call, say }), Date.now() - started);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

function report({ tally, reads, ended, half, end }: FuzzReport, ms: number): void {
  const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MiB`;
  say(`\n${tally}`);
  for (const [route, count] of [...tally.routes].sort(([, a], [, b]) => b - a)) say(`  ${count} ${route}`);
  for (const [route, count] of tally.taken) if (/^POST/.test(route)) say(`  ${count} of ${route} were taken`);
  const documents = [...reads].map(([kind, count]) => `${kind}: ${count}`);
  const sum = [...reads.values()].reduce((one, other) => one + other, 0);
  say(`${sum} documents and answers of other sites were asked for (${documents.join(", ")}).`);
  for (const [what, count] of Object.entries(ended)) say(`  ${count} ${what}`);
  say(`${Math.round((tally.requests / ms) * 1_000)} a second for ${(ms / 60_000).toFixed(1)} minutes.`);
  for (const [when, { rss, live, timers, descriptors }] of Object.entries({ half, end })) {
    say(
      `${when}: ${megabytes(rss)}, ${megabytes(live)} of it live, ${timers} timers, ${descriptors} descriptors`,
    );
  }
}

/** @returns null when the call is wrong */
function readCall(args: string[]): { seed: number; requests: number; isInstalled: boolean } | null {
  try {
    const options = {
      requests: { type: "string" },
      seed: { type: "string" },
      empty: { type: "boolean" },
    } as const;
    const { values } = parseArgs({ args, options });
    const { requests = "20000", seed = String(Math.floor(Math.random() * 2 ** 30)), empty = false } = values;
    if (![requests, seed].every((text) => /^\d{1,10}$/.test(text))) return null;
    return { requests: Number(requests), seed: Number(seed), isInstalled: !empty };
  } catch {
    return null;
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main();
