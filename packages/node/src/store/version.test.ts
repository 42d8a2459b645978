import { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  databases,
  forEachDatabase,
  freshDatabase,
  holdTransaction,
  migratedPostgres,
} from "../../test/support/databases.ts";
import {
  addressOf,
  connectionOf,
  hashOf,
  profileOf,
  signedOf,
  T0,
} from "../../test/support/store-records.ts";
import { saveContent } from "./contents.ts";
import type { Store, Tx } from "./database.ts";
import { writeMeta } from "./meta.ts";
import { migrate } from "./migrate.ts";
import { openStore } from "./open-store.ts";
import { insertConnection } from "./peers/connections.ts";
import { recordPeerHeard } from "./peers/peers.ts";
import { saveProfile, updateProfile } from "./peers/profiles.ts";
import { deletePublication, insertPublication } from "./publications/publications.ts";
import { addJobs } from "./queues/jobs.ts";
import { sqliteFile } from "./sqlite/dialect.ts";
import { addToken } from "./tokens.ts";

/** Waits until the version can be read. */
async function watched(store: Store): Promise<Store> {
  const watch = store.watch();
  onTestFinished(() => watch[Symbol.asyncDispose]());
  await expect.poll(() => store.version(), { interval: 5 }).not.toBeNull();
  return store;
}

async function hasChanged(store: Store, work: (tx: Tx) => Promise<unknown>): Promise<boolean> {
  const before = store.version();
  await store.transaction(work);
  return store.version() !== before;
}

const publish = async (tx: Tx) => {
  await saveContent(tx, { hash: hashOf(1), size: 1, now: T0 });
  return await insertPublication(tx, signedOf(1, 1, 1_700_000_000));
};

const publicWrites: Record<string, (tx: Tx) => Promise<unknown>> = {
  "a profile": (tx) => saveProfile(tx, profileOf(2)),
  "a follow": async (tx) => {
    await saveProfile(tx, profileOf(3));
    await insertConnection(tx, connectionOf(3, 1));
  },
  "a publication": publish,
  "a setting": (tx) => writeMeta(tx, "setting.comments", "false"),
  "a table": (tx) => sql`create table more (a integer)`.execute(tx),
};

const privateWrites: Record<string, (tx: Tx) => Promise<unknown>> = {
  "a job": (tx) => addJobs(tx, [{ kind: "mail", host: "a", payload: "{}", expiresAt: T0, now: T0 }]),
  "a token": (tx) =>
    addToken(tx, { id: "a", kind: "client", label: "", scopes: "", createdAt: T0, expiresAt: null }),
  "a peer": (tx) => recordPeerHeard(tx, addressOf(2), T0),
  "a publication that is not there": (tx) => deletePublication(tx, 7, 1),
  "a question": (tx) => sql`select 1`.execute(tx),
};

forEachDatabase((name, open) => {
  const openWatched = async () => {
    const store = await watched(await open());
    await store.transaction((tx) => saveProfile(tx, profileOf(1, { isSelf: true })));
    return store;
  };

  it.each(Object.keys(publicWrites))("changes with %s", async (write) => {
    const store = await openWatched();
    expect(await hasChanged(store, publicWrites[write] as (tx: Tx) => Promise<unknown>)).toBe(true);
  });

  it.each(Object.keys(privateWrites))("stays with %s", async (write) => {
    const store = await openWatched();
    expect(await hasChanged(store, privateWrites[write] as (tx: Tx) => Promise<unknown>)).toBe(false);
  });

  it("changes once with a transaction that writes both kinds, and stays after it", async () => {
    const store = await openWatched();
    const both = async (tx: Tx) => {
      await publish(tx);
      await recordPeerHeard(tx, addressOf(2), T0);
    };
    expect(await hasChanged(store, both)).toBe(true);
    expect(await hasChanged(store, async () => {})).toBe(false);
    const peer = (tx: Tx) => recordPeerHeard(tx, addressOf(2), T0);
    expect(await hasChanged(store, peer)).toBe(false);
  });

  it("stays when a transaction is rolled back, also for the next one", async () => {
    const store = await openWatched();
    const before = store.version();
    const failing = store.transaction(async (tx) => {
      await publish(tx);
      throw new Error("No.");
    });
    await expect(failing).rejects.toThrow("No.");
    expect(await hasChanged(store, (tx) => recordPeerHeard(tx, addressOf(2), T0))).toBe(false);
    expect(store.version()).toBe(before);
  });

  it("is that of before while a transaction is open", async () => {
    const store = await openWatched();
    const before = store.version();
    const held = await holdTransaction(store, publish);
    expect(store.version()).toBe(before);
    await held.commit();
    expect(store.version()).not.toBe(before);
  });

  it("changes with a write outside a transaction", async () => {
    const store = await openWatched();
    const before = store.version();
    await sql`update profiles set title = 'Grace'`.execute(store.db);
    expect(store.version()).not.toBe(before);
  });

  it("can't be read of a store that is closed", async () => {
    await using database = await freshDatabase(name, { withTables: true });
    const store = await openStore(database);
    const watch = store.watch();
    await watch[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
    expect(store.version()).toBeNull();
  });
});

it("changes with the commit of another process on SQLite", async () => {
  await using database = await freshDatabase("sqlite");
  await using store = await openStore(database);
  await migrate(store);
  const before = store.version();
  using other = new DatabaseSync(sqliteFile(database.dataDir));
  other.exec("begin; insert into meta values ('a', 'b')");
  expect(store.version()).toBe(before);
  other.exec("commit");
  const after = store.version();
  expect(after).not.toBe(before);
  expect(store.version()).toBe(after);
});

it("is asked of SQLite once in a turn of the event loop", async () => {
  await using database = await freshDatabase("sqlite");
  await using store = await openStore(database);
  await migrate(store);
  const before = store.versionInTurn();
  using other = new DatabaseSync(sqliteFile(database.dataDir));
  other.exec("insert into meta values ('a', 'b')");
  expect(store.versionInTurn()).toBe(before);
  await nextTurn();
  const after = store.versionInTurn();
  expect([after === before, after]).toEqual([false, store.version()]);
  await store.transaction((tx) => writeMeta(tx, "setting.comments", "false"));
  expect([store.versionInTurn() === after, store.versionInTurn()]).toEqual([false, store.version()]);
});

describe.runIf(databases.includes("postgres"))("on PostgreSQL, with another process", () => {
  async function openTwo() {
    const database = await migratedPostgres();
    onTestFinished(() => database[Symbol.asyncDispose]());
    const place = { dataDir: "/nowhere", databaseUrl: database.url };
    const [store, other] = [await openStore(place), await openStore(place)];
    onTestFinished(async () => {
      await store[Symbol.asyncDispose]();
      await other[Symbol.asyncDispose]();
    });
    await store.transaction((tx) => saveProfile(tx, profileOf(1, { isSelf: true })));
    return { store, other };
  }

  const rename = (store: Store, title: string) =>
    store.transaction((tx) => updateProfile(tx, addressOf(1), { title }));

  it("changes with its commit, whether it watches or not, and stays with what is private", async () => {
    const { store, other } = await openTwo();
    await watched(store);
    const before = store.version();
    await other.transaction((tx) => recordPeerHeard(tx, addressOf(2), T0));
    await rename(other, "Grace");
    await expect.poll(() => store.version(), { interval: 5 }).not.toBe(before);
    expect(Number(store.version())).toBe(Number(before) + 1);
  });

  it("counts an own commit once", async () => {
    const { store, other } = await openTwo();
    await watched(store);
    const before = Number(store.version());
    await rename(store, "Grace");
    await rename(other, "Mary");
    // Notifications come in the order of the commits: the own one came before this one.
    await expect.poll(() => store.version(), { interval: 5 }).toBe(String(before + 2));
  });

  it("can't be read without a connection, and has changed when there is one again", async () => {
    const { store, other } = await openTwo();
    expect(store.version()).toBeNull();
    await watched(store);
    const before = store.version();
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'freehold listen'`.execute(other.db);
    await expect.poll(() => store.version(), { interval: 1 }).toBeNull();
    await rename(other, "Grace");
    await expect.poll(() => store.version(), { interval: 5 }).not.toBeNull();
    expect(store.version()).not.toBe(before);
  });

  it("changes when a commit fails and nobody knows whether it happened", async () => {
    const { store, other } = await openTwo();
    await watched(store);
    const before = store.version();
    const failing = store.transaction(async (tx) => {
      await updateProfile(tx, addressOf(1), { title: "Grace" });
      await sql`create table checked (a integer unique deferrable initially deferred)`.execute(tx);
      await sql`insert into checked values (1), (1)`.execute(tx);
    });
    await expect(failing).rejects.toThrow("duplicate");
    const after = store.version();
    expect(after).not.toBe(before);
    await rename(other, "Mary");
    await expect.poll(() => store.version(), { interval: 5 }).not.toBe(after);
  });
});
