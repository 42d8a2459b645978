import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findProgram, program, withoutFolders } from "./program.ts";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "freehold-program-"));
  for (const folder of [
    "archive/bin",
    "an archive/bin",
    "clone/bin",
    "clone/node_modules/.bin",
    "usr/bin",
    "other",
  ])
    mkdirSync(join(root, folder), { recursive: true });
  const files = [
    "archive/bin/freehold",
    "archive/bin/freehold.js",
    "an archive/bin/freehold.js",
    "clone/bin/freehold.js",
  ];
  for (const file of [...files, "other/freehold"]) writeFileSync(join(root, file), "");
  symlinkSync("../../bin/freehold.js", join(root, "clone/node_modules/.bin/freehold"));
  symlinkSync("../../archive/bin/freehold", join(root, "usr/bin/freehold"));
});
afterAll(() => rmSync(root, { recursive: true }));

interface Case {
  readonly entry: string;
  readonly path?: readonly string[];
  readonly cwd?: string;
  readonly hasTerminal?: boolean;
}

/** The command, with the folder of this test as ROOT. */
function find({ entry, path = [], cwd = "", hasTerminal = true }: Case): string {
  const folders = ["/usr/bin", ...path.map((one) => join(root, one))].join(":");
  const found = findProgram({ entry: join(root, entry), path: folders, cwd: join(root, cwd), hasTerminal });
  return found.replaceAll(root, "ROOT");
}

test("a program that a shell finds by its name is printed by its name", () => {
  expect(find({ entry: "archive/bin/freehold.js", path: ["other", "usr/bin"] })).toBe("freehold");
});

test("a clone is started by npx, from npm start and from a link of npm alike", () => {
  const path = ["clone/node_modules/.bin"];
  for (const entry of ["clone/bin/freehold.js", "clone/node_modules/.bin/freehold"])
    expect(find({ entry, path })).toBe("npx --no-install freehold");
});

test("an archive is started by the path of its launcher, from where the reader is", () => {
  const entry = "archive/bin/freehold.js";
  // Another program of this name is found by the shell.
  const path = ["other"];
  expect(find({ entry, path, cwd: "archive" })).toBe("bin/freehold");
  expect(find({ entry, path, cwd: "archive/bin" })).toBe("./freehold");
  expect(find({ entry, path, cwd: "other" })).toBe("ROOT/archive/bin/freehold");
  // A log is read anywhere.
  expect(find({ entry, path, cwd: "archive", hasTerminal: false })).toBe("ROOT/archive/bin/freehold");
});

test("without a launcher, Node gets the file; a path with a blank is quoted", () => {
  expect(find({ entry: "clone/bin/freehold.js", cwd: "clone" })).toBe("node bin/freehold.js");
  expect(find({ entry: "an archive/bin/freehold.js", cwd: "other" })).toBe(
    "node 'ROOT/an archive/bin/freehold.js'",
  );
});

test("a page that anybody may open shows no folder of the machine", () => {
  expect(withoutFolders("bin/freehold")).toBe("bin/freehold");
  expect(withoutFolders("/srv/ada/freehold/bin/freehold")).toBe("freehold");
  expect(withoutFolders("node '/srv/ada/my node/bin/freehold.js'")).toBe("freehold");
});

test("documents, which other programs generate, have the name", () => {
  expect(program).toBe("freehold");
  expect(find({ entry: "missing/freehold.js" })).toBe("freehold");
});
