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

test("the dashboard's first view is below 120 kB, in few files", () => {
  const { script = "", styles = [], imports = [], firstView = [] } = programs.get("console") ?? {};
  expect(firstView.length).toBeGreaterThan(2);
  const first = [...new Set([script, ...styles, ...imports, ...firstView])];
  expect(weigh(first)).toBeLessThan(120_000);
  // A browser has six connections to a server of HTTP/1; the code that opens the view is one line and a file of its own.
  expect(first.length).toBeLessThanOrEqual(7);
});

test("no public page loads the dashboard", () => {
  const islands = [...programs].filter(
    ([name]) => !/^(console|graphql-editor|installer)$|worker$/.test(name),
  );
  expect(islands.length).toBeGreaterThan(5);
  const heavy = islands.filter(([, { imports }]) => imports.some((name) => name.startsWith("dashboard.")));
  expect(heavy.map(([name]) => name)).toEqual([]);
});

test("the GraphQL editor is not fetched ahead, and costs less than 220 kB", () => {
  const { files: ahead = [] } = programs.get("console") ?? {};
  const own = (programs.get("graphql-editor")?.files ?? []).filter((name) => !ahead.includes(name));
  expect(ahead.some((name) => name.startsWith("markdown-editor."))).toBe(true);
  expect(own.some((name) => name.startsWith("graphql-editor."))).toBe(true);
  expect(ahead.filter((name) => name.startsWith("graphql-editor."))).toEqual([]);
  expect(weigh(own)).toBeLessThan(220_000);
});
