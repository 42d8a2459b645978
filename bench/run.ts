import "../packages/node/test/support/load-modules.ts";
import { parseArgs } from "node:util";
import { saveRatios, writeFigures } from "./report.ts";

// As packages/node/bin/freehold.js does, before a node is loaded: some benches have one in this process.
process.env.NODE_ENV ||= "production";

interface Options {
  minutes?: number;
  /** A part of the names of the rows that are measured. */
  rows?: string;
  /** For a first look: fewer rows, and less time for each. */
  short?: boolean;
  /** Another node, to be measured beside this one. */
  against?: string;
}

const benches: Record<string, (options: Options) => Promise<void>> = {
  serve: async (options) => await (await import("./serve.ts")).benchServing(options),
  profiles: async (options) => await (await import("./profiles.ts")).benchProfiles(options),
  crowd: async () => await (await import("./crowd.ts")).benchCrowd(),
  "many-followers": async (options) =>
    await (await import("./many-followers.ts")).benchManyFollowers(options),
  migrate: async () => await (await import("./migrate.ts")).benchMigration(),
  postgres: async () => await (await import("./postgres.ts")).benchPostgres(),
  writes: async () => await (await import("./writes.ts")).benchWrites(),
  start: async () => await (await import("./start.ts")).benchStart(),
  search: async () => await (await import("./search.ts")).benchSearch(),
  "large-imports": async (options) => await (await import("./large-imports.ts")).benchLargeImports(options),
  large: async () => await (await import("./large.ts")).benchLarge(),
  followers: async () => await (await import("./followers.ts")).benchFollowers(),
  "fan-out": async () => await (await import("./fan-out.ts")).benchFanOut(),
  pull: async () => await (await import("./pull.ts")).benchPulls(),
  overload: async () => await (await import("./overload.ts")).benchOverload(),
  fairness: async () => await (await import("./fairness.ts")).benchFairness(),
  strangers: async (options) => await (await import("./strangers.ts")).benchStrangers(options),
  patterns: async () => await (await import("./patterns.ts")).benchPatterns(),
  reading: async () => await (await import("./reading.ts")).benchReading(),
  pages: async () => await (await import("./pages.ts")).benchPages(),
  idle: async () => await (await import("./idle.ts")).benchIdle(),
  soak: async (options) => await (await import("./soak.ts")).benchSoak(options),
};
/** They take an hour and more, so that nobody runs them by not naming one. */
const long = new Set(["soak", "large-imports"]);

/**
 * Runs the benches that are named, or all but the long ones: `npm run bench -- search`, `npm run bench -- soak --minutes 10`.
 * Of `serve`, `profiles` and `strangers` one part may be run: `npm run bench -- serve GraphQL` measures the rows whose name has that in it; `--against
 * http://…` measures another node beside it. `--json FILE` writes the figures, `--save` keeps their ratios in the repository.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      minutes: { type: "string" },
      short: { type: "boolean" },
      against: { type: "string" },
      json: { type: "string" },
      save: { type: "boolean" },
    },
  });
  const [rows] = /^(serve|profiles|strangers)$/.test(positionals[0] ?? "") ? positionals.splice(1, 1) : [];
  const unknown = positionals.filter((name) => !Object.hasOwn(benches, name));
  if (unknown.length > 0) {
    process.stderr.write(
      `There is no bench ${unknown.join(", ")}. There are: ${Object.keys(benches).join(", ")}.\n`,
    );
    process.exitCode = 2;
    return;
  }
  const { minutes, short, against, json, save } = values;
  const options = {
    ...(minutes !== undefined && { minutes: Number(minutes) }),
    ...(rows !== undefined && { rows }),
    ...(short && { short }),
    ...(against !== undefined && { against }),
  };
  const names = positionals.length > 0 ? positionals : Object.keys(benches).filter((name) => !long.has(name));
  for (const name of names) await benches[name]?.(options);
  if (json !== undefined) writeFigures(json);
  if (save) saveRatios();
}

await main();
