import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type LimitTable, limitTables } from "./limits.ts";

const source = join(import.meta.dirname, "..");
const folders = [source, join(source, "../../protocol/src"), join(source, "../../import/src")];

/** A whole statement that gives a number a name, at the top of a file: `const x = 64 * 1024;`. */
const numbered = /^(?:export )?const (\w+)(?:: number)? = [\d_.]+(?:\s*[*+-]+\s*[\d_.\w]+)*;$/gm;
const units = new Set(["secondMs", "minuteMs", "hourMs", "dayMs", "KiB", "MiB"]);

test("a number at the top of a source is a unit, in a table of limits, or has its reason above it", () => {
  const found: string[] = [];
  for (const folder of folders) {
    for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (!/\.ts$/.test(file) || /\.test\.ts$|^cli\/|limits\.ts$/.test(file)) continue;
      const source = readFileSync(join(folder, file), "utf8");
      for (const match of source.matchAll(numbered)) {
        const [, name = ""] = match;
        const above = source.slice(0, match.index).split("\n\n").at(-1);
        if (!units.has(name) && !above?.includes("// Not a limit: ")) found.push(`${file}: ${name}`);
      }
    }
  }
  expect(found).toEqual([]);
});

test("every table of limits is on the one list, and its rows say what they bound and what happens beyond", () => {
  const tables: readonly LimitTable[] = Object.values(limitTables);
  const rows = tables.flatMap(({ limits }) => Object.entries(limits));
  for (const [name, { value, bounds, beyond }] of rows) {
    expect(value, name).toBeGreaterThan(0);
    expect(bounds, name).not.toMatch(/\.$|^$/);
    expect(beyond, name).not.toBe("");
  }
  const files = readdirSync(source, { recursive: true, encoding: "utf8" });
  const declared = files
    .filter((file) => /limits\.ts$/.test(file))
    .flatMap((file) => readFileSync(join(source, file), "utf8").match(/= valuesOf\(/g) ?? []);
  // The tables of the protocol and of the formats that are imported are in their packages.
  expect(declared).toHaveLength(tables.length - 2);
});
