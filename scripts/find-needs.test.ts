import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findNeeds } from "./find-needs.ts";

test.each([
  ["everything", [], { browser: true, programs: true }],
  ["what an option chooses", ["-t", "a name"], { browser: true, programs: true }],
  ["a package without either", ["packages/protocol"], { browser: false, programs: false }],
  ["the database", ["./packages/node/src/store"], { browser: false, programs: false }],
  ["pages that name a program", ["http/site/apps/apps.test"], { browser: false, programs: true }],
  ["whole nodes", ["packages/node/test/publishing"], { browser: false, programs: true }],
  ["one part of two with a browser", ["packages/protocol", "let-in-07"], { browser: true, programs: true }],
])("the needs of %s", (_name, args, needs) => {
  expect(findNeeds(args)).toEqual(needs);
});

test("every test of a browser needs one", () => {
  const files = globSync("packages/node/test/browser/*.test.ts", { cwd: join(import.meta.dirname, "..") });
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => !findNeeds([file]).browser)).toEqual([]);
});
