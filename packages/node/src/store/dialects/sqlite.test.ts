import { chmod, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openStore, type Reader } from "../store.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "freehold-test-"));
  await chmod(folder, 0o755);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

it("makes folder and files for this user alone", async () => {
  const dataDir = join(folder, "new", "data");
  await using store = await openStore({ dataDir, databaseUrl: null });
  await sql`create table t (a integer)`.execute(store.db);
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  const files = await readdir(dataDir);
  expect(files.toSorted()).toEqual(["freehold.sqlite", "freehold.sqlite-shm", "freehold.sqlite-wal"]);
  for (const file of files) expect((await stat(join(dataDir, file))).mode & 0o777).toBe(0o600);
});

it("has a commit on the disk before it returns, and keeps to foreign keys", async () => {
  await using store = await openStore({ dataDir: folder, databaseUrl: null });
  const read = async (pragma: string) => (await sql.raw(`pragma ${pragma}`).execute(store.db)).rows[0];
  expect(await read("journal_mode")).toEqual({ journal_mode: "wal" });
  expect(await read("synchronous")).toEqual({ synchronous: 2 });
  expect(await read("foreign_keys")).toEqual({ foreign_keys: 1 });
  expect(await read("busy_timeout")).toEqual({ timeout: 5_000 });
});

it("says which file is no database", async () => {
  await writeFile(join(folder, "freehold.sqlite"), "x".repeat(5_000));
  const file = join(folder, "freehold.sqlite");
  await expect(openStore({ dataDir: folder, databaseUrl: null })).rejects.toThrow(`${file} can't be opened`);
});

it("is closed with the store, also when nothing was asked of it", async () => {
  for (const use of [async () => {}, (db: Reader) => sql`create table t (a integer)`.execute(db)]) {
    const store = await openStore({ dataDir: folder, databaseUrl: null });
    await use(store.db);
    await store[Symbol.asyncDispose]();
    expect(await readdir(folder)).toEqual(["freehold.sqlite"]);
  }
});
