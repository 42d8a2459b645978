import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { limitTables } from "./limits.ts";
import { listUnknownLimits } from "./render-limits.ts";

const root = join(import.meta.dirname, "..");
const rows = limitTables.flatMap((table) => table.rows);
/** Limits whose edge is tried with the number itself. */
const asNumbers: Readonly<Record<string, readonly [file: string, text: string]>> = {
  sharedSeconds: ["packages/node/src/http/site/shared-caching.test.ts", "s-maxage=5"],
  windowSeconds: ["packages/node/src/domain/replication/accept-proof.test.ts", "+ 3_601"],
  urlLength: ["packages/protocol/src/resources/parse-resources.test.ts", '"x".repeat(2_048)'],
  titleLength: ["packages/conformance/src/checks/update-node.ts", "[0, 256, 5_000]"],
  avatarBytes: ["packages/node/src/http/api/installation.test.ts", "2 * 1024 * 1024"],
  pageItems: ["packages/node/src/domain/publications/timeline.test.ts", "first: 101"],
  archiveRatio: ["packages/import/src/archives/archive.test.ts", "unpacks to far more"],
};

test("a documented limit says what it bounds and what happens beyond", () => {
  for (const { name, value, what, beyond } of rows) {
    expect(value, name).toBeGreaterThan(0);
    expect(what, name).not.toMatch(/\.$|^$/);
    expect(beyond, name).not.toBe("");
  }
});

test("a test at the edge of each documented limit names it", () => {
  const files = execFileSync("git", ["ls-files", "packages/*.test.ts"], { cwd: root, encoding: "utf8" });
  const tests = files
    .trim()
    .split("\n")
    .map((file) => readFileSync(join(root, file), "utf8"));
  const words = new Set(tests.flatMap((text) => text.match(/\w+/g) ?? []));
  expect(rows.map(({ name }) => name).filter((name) => !words.has(name) && !(name in asNumbers))).toEqual([]);
  for (const [name, [file, text]] of Object.entries(asNumbers)) {
    expect(readFileSync(join(root, file), "utf8"), name).toContain(text);
  }
});

test("docs/limits.md takes its rows from the tables", () => {
  expect(listUnknownLimits()).toEqual([]);
});
