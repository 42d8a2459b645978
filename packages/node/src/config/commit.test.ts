import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCommit } from "./commit.ts";

let root: string;
const clone = () => join(root, "clone");
const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-C", clone(), ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "freehold-commit-"));
  execFileSync("git", ["init", "--quiet", clone()]);
  git("commit", "--allow-empty", "--message", "One");
});
afterAll(() => rmSync(root, { recursive: true }));

const head = () => git("rev-parse", "HEAD").slice(0, 12);

test("reads the commit of a branch, also where git has packed it, in a work tree, and without a branch", () => {
  expect(readCommit(clone())).toBe(head());
  git("pack-refs", "--all");
  expect(readCommit(clone())).toBe(head());
  git("worktree", "add", "--quiet", "-b", "feature/other", join(root, "other"));
  git("commit", "--allow-empty", "--message", "Two");
  expect(readCommit(join(root, "other"))).toBe(git("rev-parse", "feature/other").slice(0, 12));
  expect(readCommit(clone())).toBe(head());
  git("checkout", "--quiet", "--detach");
  expect(readCommit(clone())).toBe(head());
});

test("knows none outside of a clone, and none of a damaged one", () => {
  expect(readCommit(root)).toBeNull();
  writeFileSync(join(clone(), ".git/HEAD"), "ref: refs/heads/gone\n");
  expect(readCommit(clone())).toBeNull();
});
