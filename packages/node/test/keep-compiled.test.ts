import { execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const source = new URL("../bin/keep-compiled.js", import.meta.url).href;

let root: string;
let data: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "freehold-compiled-"));
  data = join(root, "data");
  mkdirSync(join(root, "program"));
  writeFileSync(join(root, "program/package.json"), '{ "type": "module", "version": "1.2.3" }');
  writeFileSync(join(root, "program/main.js"), "export const sum = (a, b) => a + b; sum(1, 2);");
});
afterEach(() => rmSync(root, { recursive: true }));

/** As in an installation of another user: nothing can be written beside the program, not even by root. */
const closeProgram = () => writeFileSync(join(root, "program/node_modules"), "");

function useData(): void {
  mkdirSync(data);
  writeFileSync(join(data, "lock"), "");
}

/** A start. @returns the folder of the cache, in the folder of this test */
function start(): string {
  const program = pathToFileURL(join(root, "program/")).href;
  const code = `import { keepCompiled } from ${JSON.stringify(source)};
    process.stdout.write(String(keepCompiled(new URL(${JSON.stringify(program)}), ${JSON.stringify(data)})));
    await import(${JSON.stringify(`${program}main.js`)});`;
  const env = { PATH: process.env.PATH };
  return execFileSync(process.execPath, ["--input-type=module", "--eval", code], {
    env,
    encoding: "utf8",
  }).replace(`${root}/`, "");
}

const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    .length;

test("compiled code is kept beside the program, where that can be written", () => {
  useData();
  const folder = start();
  expect(folder).toBe("program/node_modules/.cache/freehold");
  expect(filesIn(folder)).toBeGreaterThan(0);
  expect(readdirSync(data)).toEqual(["lock"]);
});

test("else in the data folder, of one version alone", () => {
  closeProgram();
  useData();
  mkdirSync(join(data, "compiled/1.2.2"), { recursive: true });
  const folder = start();
  expect(folder).toBe("data/compiled/1.2.3");
  const kept = filesIn(folder);
  expect(kept).toBeGreaterThan(0);
  expect(readdirSync(join(data, "compiled"))).toEqual(["1.2.3"]);
  start();
  expect(filesIn(folder)).toBe(kept);
});

test("a folder in which no node has worked stays empty: a restore needs it so", () => {
  closeProgram();
  expect(start()).toBe("null");
  expect(existsSync(data)).toBe(false);
  mkdirSync(data);
  expect(start()).toBe("null");
  expect(readdirSync(data)).toEqual([]);
});

test.skipIf(process.getuid?.() !== 0)("no code is read from the data folder of another user", () => {
  closeProgram();
  useData();
  chownSync(join(data, "lock"), 65_534, 65_534);
  expect(start()).toBe("null");
  expect(readdirSync(data)).toEqual(["lock"]);
});
