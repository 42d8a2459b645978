import { sql } from "kysely";
import { expect, test } from "vitest";
import { databases, freshPostgres } from "../../../test/support/databases.ts";
import type { Reader } from "../database.ts";
import { openStore } from "../open-store.ts";

const it = test.runIf(databases.includes("postgres"));

it("names itself, and bounds its statements", async () => {
  await using database = await freshPostgres();
  await using store = await openStore({ dataDir: "/nowhere", databaseUrl: database.url });
  const read = async (name: string) =>
    (await sql<{ value: string }>`select current_setting(${name}) as value`.execute(store.db)).rows[0]?.value;
  expect(await read("application_name")).toBe("freehold");
  expect(await read("statement_timeout")).toBe("30s");
  expect(await read("idle_in_transaction_session_timeout")).toBe("1min");
});

it("refuses an integer that a number can't hold, rather than round it", async () => {
  await using database = await freshPostgres();
  await using store = await openStore({ dataDir: "/nowhere", databaseUrl: database.url });
  await expect(sql`select 9007199254740993::bigint as n`.execute(store.db)).rejects.toThrow("too large");
  expect((await sql`select 9007199254740991::bigint as n`.execute(store.db)).rows).toEqual([
    { n: 2 ** 53 - 1 },
  ]);
});

it("survives the loss of its connections", async () => {
  await using database = await freshPostgres();
  await using store = await openStore({ dataDir: "/nowhere", databaseUrl: database.url });
  await using other = await openStore({ dataDir: "/nowhere", databaseUrl: database.url });
  await sql`select 1`.execute(store.db);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(other.db);
  // The news of the end reaches the pool a moment later.
  await expect
    .poll(() =>
      sql`select 1`.execute(store.db).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
});

it("says in words, and without the password, that a database can't be reached", async () => {
  const opening = openStore({ dataDir: "/nowhere", databaseUrl: "postgres://me:secret@127.0.0.1:1/node" });
  const error = await opening.then(
    () => null,
    (reason: Error) => reason,
  );
  expect(error?.message).toMatch(/^The database node at 127\.0\.0\.1:1 can't be reached: /);
  expect(error?.message).not.toContain("secret");
});

it("is closed with the store, also when nothing was asked of it", async () => {
  await using database = await freshPostgres();
  await using other = await openStore({ dataDir: "/nowhere", databaseUrl: database.url });
  const sessions = async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(other.db);
    return rows[0]?.n;
  };
  for (const use of [async () => {}, (db: Reader) => sql`select 1`.execute(db)]) {
    const store = await openStore({ dataDir: "/nowhere", databaseUrl: database.url });
    await use(store.db);
    expect(await sessions()).toBe(1);
    await store[Symbol.asyncDispose]();
    await expect.poll(sessions).toBe(0);
  }
});
