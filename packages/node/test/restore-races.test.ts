import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, open, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { databases, freshDatabase } from "./support/databases.ts";
import { openShell, readStartLine, type Shell } from "./support/shell.ts";

let shell: Shell;
let backup: string;
beforeEach(async () => {
  shell = await openShell({ FREEHOLD_PORT: "0", FREEHOLD_LOG_LEVEL: "error" });
  await shell.placeKeystore("maker");
  const made = await shell.runHere([
    "init",
    "--data",
    "maker",
    "--title",
    "Maker",
    "--url",
    "https://maker.example",
  ]);
  expect([made.code, made.err]).toEqual([0, expect.any(String)]);
  backup = join(shell.folder, "backup.tar.zst");
  expect((await shell.runHere(["backup", backup, "--data", "maker"])).code).toBe(0);
});
afterEach(async () => {
  await shell[Symbol.asyncDispose]();
});

const dataDir = () => join(shell.folder, "target");
const namesIn = (folder: string) => readdir(folder).catch(() => [] as string[]);

/** A restore that has its folder, and waits for the rest of its file: it reads from a pipe. */
async function beginRestore(env: Record<string, string> = {}) {
  const pipe = join(shell.folder, "pipe");
  spawnSync("mkfifo", [pipe]);
  const child = shell.launch(["restore", pipe, "--data", dataDir(), "--json"], env);
  let text = "";
  child.stderr?.on("data", (chunk) => {
    text += chunk;
  });
  child.stdout?.on("data", (chunk) => {
    text += chunk;
  });
  const closed = once(child, "close");
  const writer = await open(pipe, "w");
  const bytes = await readFile(backup);
  await writer.write(bytes.subarray(0, 100));
  for (let left = 400; !(await namesIn(dataDir())).includes(".restoring") && left > 0; left -= 1)
    await pause(25);
  return {
    child,
    /** Sends the rest of the backup. @returns the exit code and the output */
    async finish() {
      await writer.write(bytes.subarray(100)).catch(() => {});
      await writer.close();
      const [code] = await closed;
      return { code, text };
    },
    async kill() {
      child.kill("SIGKILL");
      await closed;
      await writer.close();
    },
  };
}

const initTarget = (env: Record<string, string> = {}) =>
  shell.run(["init", "--data", dataDir(), "--title", "Another", "--url", "https://another.example"], { env });

async function readTitle(env: Record<string, string> = {}) {
  const { code, out } = await shell.runHere(["profile", "--data", dataDir(), "--json"], { env });
  return code === 0 ? JSON.parse(out).title : code;
}

describe.each(databases)("a restore on %s that takes long", (name) => {
  it("lets nobody set up or start a node in its folder, and ends well", async () => {
    await using target = await freshDatabase(name);
    const env = target.databaseUrl === null ? {} : { DATABASE_URL: target.databaseUrl };
    const restore = await beginRestore(env);
    const tried = await Promise.all([
      initTarget(env),
      shell.run(["start", "--data", dataDir(), "--json"], { env }),
      shell.run(["restore", backup, "--data", dataDir()], { env }),
      shell.run(["doctor", "--data", dataDir()], { env }),
    ]);
    expect(tried.slice(0, 3).map(({ code }) => code)).toEqual([1, 1, 1]);
    const [init, start] = tried;
    expect(init?.err).toMatch(/being restored/);
    expect(start?.err).toMatch(/being restored|Another Freehold works|being put back/);
    const { code, text } = await restore.finish();
    expect([code, text]).toEqual([0, expect.stringContaining("Maker")]);
    expect((await namesIn(dataDir())).includes(".restoring")).toBe(false);
    expect(await readTitle(env)).toBe("Maker");
  });

  it("that is killed leaves a folder that says so, and the next one succeeds", async () => {
    await using target = await freshDatabase(name);
    const env = target.databaseUrl === null ? {} : { DATABASE_URL: target.databaseUrl };
    const restore = await beginRestore(env);
    await restore.kill();
    for (const { code, err } of [
      await initTarget(env),
      await shell.run(["start", "--data", dataDir(), "--json"], { env }),
    ])
      expect([code, err]).toEqual([1, expect.stringContaining("its restore was interrupted")]);
    const again = await shell.run(["restore", backup, "--data", dataDir()], { env });
    expect([again.code, again.err]).toEqual([0, expect.any(String)]);
    expect(await readTitle(env)).toBe("Maker");
    expect((await namesIn(dataDir())).includes(".restoring")).toBe(false);
  });
});

it.each([
  ["freehold.sqlite", "a database"],
  ["freehold.sqlite-wal", "what a database has not taken in yet"],
  ["keystore.json", "somebody's key"],
  ["contents", "a file"],
])("writes over no %s that was made meanwhile, and leaves everything as it is", async (name, words) => {
  const restore = await beginRestore();
  await writeFile(join(dataDir(), name), words);
  const { code, text } = await restore.finish();
  expect([code, text]).toEqual([1, expect.stringContaining("not empty")]);
  expect(await readFile(join(dataDir(), name), "utf8")).toBe(words);
  expect((await namesIn(dataDir())).filter((one) => one !== "lock")).toEqual([name]);
});

it("does not begin in the folder of a node that runs, or was started once", async () => {
  const child = shell.launch(["start", "--data", dataDir(), "--json"]);
  await readStartLine(child);
  const before = await stat(join(dataDir(), "freehold.sqlite"));
  const meanwhile = await shell.run(["restore", backup, "--data", dataDir()]);
  expect([meanwhile.code, meanwhile.err]).toEqual([1, expect.stringContaining("not empty")]);
  child.kill("SIGTERM");
  await once(child, "close");
  const later = await shell.run(["restore", backup, "--data", dataDir()]);
  expect([later.code, later.err]).toEqual([1, expect.stringContaining("not empty")]);
  expect((await stat(join(dataDir(), "freehold.sqlite"))).ino).toBe(before.ino);
  expect(await namesIn(dataDir())).not.toContain(".restoring");
});

it("that was killed while it moved files is done again, and takes away only what it had moved", async () => {
  const restore = await beginRestore();
  await restore.kill();
  const staging = join(dataDir(), ".restoring");
  // As after the first move.
  await writeFile(join(staging, "plan.json"), JSON.stringify(["contents", "freehold.sqlite"]));
  await writeFile(join(dataDir(), "contents"), "moved");
  await writeFile(join(staging, "data", "freehold.sqlite"), "not moved");
  const again = await shell.run(["restore", backup, "--data", dataDir()]);
  expect([again.code, again.err]).toEqual([0, expect.any(String)]);
  expect(await readTitle()).toBe("Maker");
  // As before the last step: it is complete.
  await mkdir(join(staging, "data"), { recursive: true });
  await writeFile(join(staging, "plan.json"), JSON.stringify(["contents", "freehold.sqlite"]));
  expect(await readTitle()).toBe("Maker");
  expect(await namesIn(dataDir())).not.toContain(".restoring");
  // A name of the plan that somebody else has meanwhile stays theirs.
  await mkdir(join(staging, "data"), { recursive: true });
  await writeFile(join(staging, "plan.json"), JSON.stringify(["freehold.sqlite"]));
  await writeFile(join(staging, "data", "freehold.sqlite"), "not moved");
  expect((await shell.run(["restore", backup, "--data", dataDir()])).code).toBe(1);
  expect((await stat(join(dataDir(), "freehold.sqlite"))).size).toBeGreaterThan(1_000);
});
