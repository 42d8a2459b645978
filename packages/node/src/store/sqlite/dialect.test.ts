import { chmod, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Reader } from "../database.ts";
import { openStore } from "../open-store.ts";

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
  expect(await read("busy_timeout")).toEqual({ timeout: 0 });
});

it("says which file is no database", async () => {
  await writeFile(join(folder, "freehold.sqlite"), "x".repeat(5_000));
  const file = join(folder, "freehold.sqlite");
  await expect(openStore({ dataDir: folder, databaseUrl: null })).rejects.toThrow(`${file} is damaged`);
});

it("is closed with the store, also when nothing was asked of it", async () => {
  for (const use of [async () => {}, (db: Reader) => sql`create table t (a integer)`.execute(db)]) {
    const store = await openStore({ dataDir: folder, databaseUrl: null });
    await use(store.db);
    await store[Symbol.asyncDispose]();
    expect(await readdir(folder)).toEqual(["freehold.sqlite"]);
  }
});

it("waits for the writer of another process, and answers questions meanwhile", async () => {
  await using store = await openStore({ dataDir: folder, databaseUrl: null });
  await sql`create table t (a integer)`.execute(store.db);
  using other = new DatabaseSync(join(folder, "freehold.sqlite"));
  other.exec("begin exclusive");
  let written = false;
  const writing = store
    .transaction((tx) => sql`insert into t values (1)`.execute(tx))
    .then(() => {
      written = true;
    });
  const counted = await sql<{ n: number }>`select count(*) as n from t`.execute(store.db);
  expect([counted.rows, written]).toEqual([[{ n: 0 }], false]);
  other.exec("commit");
  await writing;
  expect(written).toBe(true);
});

it("says that the database is busy when the other one does not end, and writes again when it does", async () => {
  const busyMs = 200;
  await using store = await openStore({ dataDir: folder, databaseUrl: null, busyMs });
  await sql`create table t (a integer)`.execute(store.db);
  using other = new DatabaseSync(join(folder, "freehold.sqlite"));
  other.exec("begin exclusive");
  const write = () => store.transaction((tx) => sql`insert into t values (1)`.execute(tx));
  const started = performance.now();
  await expect(write()).rejects.toMatchObject({ code: "BUSY" });
  expect(performance.now() - started).toBeGreaterThanOrEqual(busyMs - 1);
  other.exec("rollback");
  await write();
});

it("says that the disk is full, undoes the transaction, and goes on when there is room", async () => {
  await using store = await openStore({ dataDir: folder, databaseUrl: null });
  await sql`create table t (a text)`.execute(store.db);
  const fill = () =>
    store.transaction(async (tx) => {
      await sql`insert into t values ('small')`.execute(tx);
      await sql`insert into t values (${"x".repeat(100_000)})`.execute(tx);
    });
  await sql`pragma max_page_count = 5`.execute(store.db);
  await expect(fill()).rejects.toMatchObject({ code: "NO_SPACE" });
  expect((await sql`select a from t`.execute(store.db)).rows).toEqual([]);
  await sql`pragma max_page_count = 1000`.execute(store.db);
  await fill();
  expect((await sql`select a from t`.execute(store.db)).rows).toHaveLength(2);
});
