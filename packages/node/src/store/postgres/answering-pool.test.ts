import { sql } from "kysely";
import pg from "pg";
import { expect, test } from "vitest";
import { databases, migratedPostgres } from "../../../test/support/databases.ts";
import { freePort } from "../../../test/support/free-port.ts";
import { startMuteRelay } from "../../../test/support/mute-relay.ts";
import { createStore } from "../create-store.ts";
import { limits } from "../limits.ts";
import { writeMeta } from "../meta.ts";
import { AnsweringPool } from "./answering-pool.ts";
import { openPostgres } from "./dialect.ts";

const it = test.runIf(databases.includes("postgres"));

/** A store behind a relay; it waits half a second for an answer. */
async function open() {
  const resources = new AsyncDisposableStack();
  const database = resources.use(await migratedPostgres());
  const relay = resources.use(await startMuteRelay(database.url));
  const store = resources.use(
    createStore(await openPostgres({ databaseUrl: relay.url, answerMs: 500 }), false),
  );
  return { relay, store, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

it("says 503 in time while the server is silent, and goes on when it speaks again", async () => {
  await using opened = await open();
  const { relay, store } = opened;
  const read = () => sql<{ n: number }>`select 1 as n`.execute(store.db);
  const write = (key: string) => store.transaction((tx) => writeMeta(tx, key, "written"));
  await write("before");
  // Each has a connection, or they would wait for new ones.
  const sleep = () => sql`select pg_sleep(${limits.growMs / 1_000})`.execute(store.db);
  for (let round = 0; round < 4; round += 1) await Promise.all([sleep(), sleep(), sleep(), sleep()]);
  relay.mute();
  const began = performance.now();
  const telling = store.tell("nobody hears it");
  const silent = await Promise.allSettled([read(), write("meanwhile"), write("meanwhile too")]);
  await telling;
  expect(performance.now() - began).toBeLessThan(5_000);
  for (const result of silent)
    expect(result).toMatchObject({ reason: { code: "BUSY", status: 503, retryAfter: 5 } });
  relay.unmute();
  expect((await read()).rows).toEqual([{ n: 1 }]);
  await write("after");
  const { rows } = await sql<{ key: string }>`
    select key from meta where value = 'written' order by key
  `.execute(store.db);
  expect(rows.map(({ key }) => key)).toEqual(["after", "before"]);
});

it("makes a second connection for statements that have waited, up to the limit, and none for short ones", async () => {
  await using database = await migratedPostgres();
  await using store = createStore(await openPostgres({ databaseUrl: database.url }), false);
  const countConnections = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and application_name = 'freehold'
    `.execute(store.db);
    return rows[0]?.count;
  };
  // Two at a time, and one after the other, take the same one.
  for (let round = 0; round < 50; round += 1)
    expect(await Promise.all([countConnections(), countConnections()])).toEqual([1, 1]);

  let sleeping = true;
  const sleep = async () => {
    while (sleeping) await sql`select pg_sleep(0.05)`.execute(store.db);
  };
  const sleepers = Promise.all(Array.from({ length: limits.connections + 5 }, sleep));
  await expect.poll(countConnections).toBe(limits.connections);
  sleeping = false;
  await sleepers;
  expect(await countConnections()).toBe(limits.connections);
});

it("lets all that wait fail at once when the server is away", async () => {
  await using database = await migratedPostgres();
  const pool = new pg.Pool({ connectionString: database.url, max: limits.connections });
  pool.on("error", () => {});
  const answering = new AnsweringPool(pool, limits.answerMs);
  const first = await answering.connect();
  const asked = Array.from({ length: 50 }, () => answering.connect());
  const away = new URL(database.url);
  away.port = String(await freePort());
  pool.options.connectionString = away.href;
  const began = performance.now();
  // The one that there was is lost, and no other can be made.
  first.release(true);
  const results = await Promise.allSettled(asked);
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set(["rejected"]));
  expect(performance.now() - began).toBeLessThan(limits.answerMs);
  await pool.end();
});

it("does not end a long statement of a transaction that may take any time", async () => {
  await using opened = await open();
  const { store } = opened;
  await store.transaction(async (tx) => {
    await store.dialect.liftTimeouts(tx);
    await sql`select pg_sleep(1)`.execute(tx);
  });
  await expect(sql`select pg_sleep(1)`.execute(store.db)).rejects.toMatchObject({ code: "BUSY" });
});

it("says 503 too where the server itself ends a statement that takes too long", async () => {
  await using opened = await open();
  const { store } = opened;
  const slow = store.transaction(async (tx) => {
    await sql`set local statement_timeout = 50`.execute(tx);
    await sql`select pg_sleep(1)`.execute(tx);
  });
  await expect(slow).rejects.toMatchObject({ code: "BUSY", status: 503 });
});
