import "../../support/load-modules.ts";
import { parseArgs } from "node:util";
import { growCorpus } from "./grow-corpus.ts";
import { parsers } from "./parsers.ts";

const usage = "npm run fuzz:parsers [-- NAME…] [--seconds N] [--seed N]";

/** Tries each parser for so many seconds, led by what its code has not done yet; exit code 1 where something was found. */
async function main(): Promise<void> {
  const options = { seconds: { type: "string" }, seed: { type: "string" } } as const;
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const [ms, seed] = [Number(values.seconds ?? 10) * 1_000, Number(values.seed ?? 1)];
  const chosen = parsers.filter(
    ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
  );
  if (!(ms > 0) || !Number.isSafeInteger(seed) || chosen.length === 0) {
    process.stderr.write(`${usage}\n`);
    process.exitCode = 2;
    return;
  }
  let sum = 0;
  for (const parser of chosen) {
    const { inputs, kept, found } = await growCorpus(parser, { ms, seed });
    sum += inputs;
    process.stdout.write(`${parser.name}: ${inputs} inputs, ${kept} kept\n`);
    if (found === null) continue;
    process.exitCode = 1;
    process.stdout.write(
      `  FOUND ${String(Object(found.error).stack ?? found.error)}\n  by (base64) ${found.input}\n`,
    );
  }
  process.stdout.write(`${sum} inputs to ${chosen.length} parsers.\n`);
}

await main();
