import { benchSearch } from "./search.ts";
import { benchServing } from "./serve.ts";

const benches = { serve: benchServing, search: benchSearch };

/** Runs the benches that are named, or all of them: `npm run bench -- search`. */
async function main(): Promise<void> {
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !Object.hasOwn(benches, name));
  if (unknown.length > 0) {
    process.stderr.write(
      `There is no bench ${unknown.join(", ")}. There are: ${Object.keys(benches).join(", ")}.\n`,
    );
    process.exitCode = 2;
    return;
  }
  for (const [name, bench] of Object.entries(benches)) {
    if (names.length === 0 || names.includes(name)) await bench();
  }
}

await main();
