import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkProgram, compareWithLock } from "./check-program.ts";

const root = join(import.meta.dirname, "../..");
const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "freehold-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function add(path: string, version: string): void {
  const file = join(folder, path, "package.json");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ version }));
}

test("a package in another version than the lock's is named, wherever it lies", () => {
  add("node_modules/zod", packages["node_modules/zod"].version);
  add("node_modules/@img/sharp-linux-x64", packages["node_modules/@img/sharp-linux-x64"].version);
  add("node_modules/.cache", "0.0.0");
  expect(compareWithLock(folder)).toEqual({ count: 2, others: [] });
  add("node_modules/zod/node_modules/undici", "0.0.1");
  add("node_modules/@img/other", "1.0.0");
  add("node_modules/unknown", "1.0.0");
  const { count, others } = compareWithLock(folder);
  expect([count, others.sort()]).toEqual([5, ["@img/other 1.0.0", "undici 0.0.1", "unknown 1.0.0"]]);
  expect(() => checkProgram(folder, process.env)).toThrow("undici 0.0.1");
});
