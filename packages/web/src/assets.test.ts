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

test("the dashboard's first view is below 120 kB, in one file for each connection of a browser", () => {
  const { script = "", styles = [], imports = [], firstView = [] } = programs.get("console") ?? {};
  expect(firstView.length).toBeGreaterThan(2);
  const first = [...new Set([script, ...styles, ...imports, ...firstView])];
  expect(weigh(first)).toBeLessThan(120_000);
  expect(first.length).toBeLessThanOrEqual(6);
});

test("no public page loads the dashboard", () => {
  const islands = [...programs].filter(([name]) => !/^(console|installer)$|worker$/.test(name));
  expect(islands.length).toBeGreaterThan(5);
  const heavy = islands.filter(([, { imports }]) => imports.some((name) => name.startsWith("dashboard.")));
  expect(heavy.map(([name]) => name)).toEqual([]);
});

test("the editor of the API is not fetched ahead, and adds less than 120 kB to that of posts", () => {
  const { files: ahead = [] } = programs.get("console") ?? {};
  const [view] = files.filter(({ name }) => /^api\..*\.js$/.test(name));
  expect(ahead.some((name) => name.startsWith("markdown-editor."))).toBe(true);
  expect(ahead).not.toContain(view?.name);
  expect(weigh(view ? [view.name] : [])).toBeGreaterThan(10_000);
  expect(weigh(view ? [view.name] : [])).toBeLessThan(120_000);
});
