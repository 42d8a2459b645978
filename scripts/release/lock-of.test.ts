import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type LockedPackages, lockOf } from "./lock-of.ts";

const all: LockedPackages = {
  "node_modules/one": {
    dependencies: { two: "^1.0.0" },
    optionalDependencies: { native: "1.0.0", gone: "1.0.0" },
  },
  "node_modules/one/node_modules/two": { dependencies: { three: "*" } },
  "node_modules/two": {},
  "node_modules/three": {
    peerDependencies: { peer: "*", choice: "*" },
    peerDependenciesMeta: { choice: { optional: true } },
  },
  "node_modules/native": { devOptional: true },
  "node_modules/peer": {},
  "node_modules/choice": {},
  "node_modules/four": {},
  "packages/node/node_modules/four": {},
  "node_modules/five": { dependencies: { four: "*" } },
};

test("takes what a program needs, as Node finds it, and nothing else", () => {
  const needed = lockOf(["one"], all, "packages/node");
  expect(Object.keys(needed)).toEqual([
    "node_modules/native",
    "node_modules/one",
    "node_modules/one/node_modules/two",
    "node_modules/peer",
    "node_modules/three",
  ]);
  expect(needed["node_modules/native"]).toEqual({ optional: true });
  expect(lockOf(["four"], all, "packages/node")).toEqual({ "node_modules/four": {} });
});

test("refuses what has no place, or two", () => {
  expect(() => lockOf(["six"], all, "packages/node")).toThrow(
    "six, which packages/node needs, is not in the lock.",
  );
  expect(() => lockOf(["four", "five"], all, "packages/node")).toThrow(
    "There are two versions of four for node_modules/four.",
  );
});

test("the lock of this repository has what the node needs, each with its hash", () => {
  const root = join(import.meta.dirname, "../..");
  const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));
  const names = Object.keys(read("packages/node/package.json").dependencies).filter(
    (name) => !name.startsWith("@freehold/"),
  );
  const needed = lockOf(names, read("package-lock.json").packages, "packages/node");
  expect(Object.keys(needed)).toEqual(
    expect.arrayContaining(["node_modules/@img/sharp-linux-arm64", "node_modules/@img/sharp-linux-x64"]),
  );
  expect(Object.keys(needed)).not.toContain("node_modules/react");
  expect(Object.values(needed).filter((one) => !("integrity" in one))).toEqual([]);
});
