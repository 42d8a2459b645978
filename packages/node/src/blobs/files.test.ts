import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createTemporaryFolder, sweepTemporaryFiles } from "./files.ts";
import { limits } from "./limits.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "freehold-files-"));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

const module = JSON.stringify(join(import.meta.dirname, "files.ts"));
const run = (program: string) =>
  promisify(execFile)(process.execPath, [
    "--input-type=module",
    "-e",
    `import * as files from ${module};${program}`,
  ]);
const path = () => JSON.stringify(folder);

it("leaves a folder of a living process alone in a sweep of another one, and removes one of a killed process", async () => {
  await using mine = await createTemporaryFolder(folder);
  await writeFile(join(mine.path, "half"), "half");
  await run(`await files.createTemporaryFolder(${path()}); process.kill(process.pid, "SIGKILL")`).catch(
    () => {},
  );
  expect(await readdir(folder)).toHaveLength(2);
  await run(`await files.sweepTemporaryFiles(${path()})`);
  expect(await readdir(mine.path)).toEqual(["half"]);
  expect(await readdir(folder)).toHaveLength(1);
});

it("looks at nothing but names with the prefix", async () => {
  await writeFile(join(folder, "backup.tar.zst"), "kept");
  const old = Date.now() / 1000 - limits.deadFileMs;
  await utimes(join(folder, "backup.tar.zst"), old, old);
  await run(
    `await files.createTemporaryFolder(${path()}, { prefix: ".a." }); process.kill(process.pid, "SIGKILL")`,
  ).catch(() => {});
  expect(await sweepTemporaryFiles(folder, { prefix: ".a." })).toBe(1);
  expect(await readdir(folder)).toEqual(["backup.tar.zst"]);
});

it("renews the time of a folder that is used, which other machines go by", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  await using mine = await createTemporaryFolder(folder);
  const old = Date.now() / 1000 - limits.deadFileMs;
  await utimes(mine.path, old, old);
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  await expect.poll(async () => Date.now() - (await stat(mine.path)).mtimeMs).toBeLessThan(60_000);
});

it("is removed when it is disposed of, unless it was moved", async () => {
  const to = join(folder, "moved");
  {
    await using _gone = await createTemporaryFolder(folder);
    await using kept = await createTemporaryFolder(folder);
    await kept.moveTo(to);
  }
  expect(await readdir(folder)).toEqual(["moved"]);
});
