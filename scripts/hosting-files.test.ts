import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { settings } from "../packages/node/src/config/settings.ts";

const root = join(import.meta.dirname, "..");
const hosting = join(root, "examples/hosting");
const page = readFileSync(join(root, "docs/hosting.md"), "utf8");
const files = readdirSync(hosting).map((name) => ({ name, text: readFileSync(join(hosting, name), "utf8") }));
const unit = files.find(({ name }) => name === "freehold.service")?.text ?? "";

test("every setting that is named for a server is one", () => {
  const known = new Set<string>(Object.values(settings).map(({ variable }) => variable));
  const named = [page, ...files.map(({ text }) => text)].flatMap(
    (text) => text.match(/\bFREEHOLD_[A-Z_]+/g) ?? [],
  );
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test("the page leads to every file, and each stands there", () => {
  const linked = [...page.matchAll(/\]\(\.\.\/examples\/hosting\/([^)]+)\)/g)].map(([, name]) => name);
  expect(new Set(linked)).toEqual(new Set(files.map(({ name }) => name)));
});

test("the service runs what is in the repository, with the launcher's own flags", () => {
  const [, program = "", ...given] = /^ExecStart=(\S+) (.+) (\S+) start$/m.exec(unit) ?? [];
  const [flags = "", file = ""] = given;
  expect(existsSync(program.replace("/opt/freehold", root))).toBe(true);
  expect(readFileSync(join(root, file), "utf8").split("\n")[0]).toBe(`#!/usr/bin/env -S node ${flags}`);
});

test("a service that stops has longer than the node takes", () => {
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? [];
  expect(Number(seconds)).toBeGreaterThan(10);
  expect(unit).toMatch(/^KillMode=mixed$/m);
});
