import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { readBuiltAssets } from "./assets.ts";

const built = readBuiltAssets();
if (built === null) throw new Error("Run `npm run build` first.");
const { files, programs } = built;

/** Bytes of files as they are sent, each file once. */
function weigh(names: readonly string[]): number {
  const wanted = new Set(names);
  return files
    .filter(({ name }) => wanted.has(name))
    .reduce((sum, { body }) => sum + gzipSync(body).length, 0);
}

test.each(["en", "zh-Hans"])("the dashboard's first view in %s is below 120 kB", (language) => {
  const {
    script,
    styles,
    imports,
    firstView = {},
  } = programs.get("console") ?? { script: "", styles: [], imports: [] };
  const first = firstView[language] ?? [];
  expect(first.length).toBeGreaterThan(2);
  expect(weigh([script, ...styles, ...imports, ...first])).toBeLessThan(120_000);
});

test("no public page loads the dashboard", () => {
  const islands = [...programs].filter(([name]) => !/^(console|installer)$|worker$/.test(name));
  expect(islands.length).toBeGreaterThan(5);
  const heavy = islands.filter(([, { imports }]) => imports.some((name) => name.startsWith("dashboard.")));
  expect(heavy.map(([name]) => name)).toEqual([]);
});
