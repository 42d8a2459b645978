import { copyFile, mkdtemp, readFile, rm, stat, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Store, Tx } from "../database.ts";
import { openStore } from "../open-store.ts";
import { groupedWrites, groupMs } from "./group-writes.ts";

let dataDir: string;
let store: Store;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "freehold-test-"));
  store = await openStore({ dataDir, databaseUrl: null });
  await store.transaction(async (tx) => {
    await sql`create table t (n integer primary key)`.execute(tx);
    await sql`create table child (n integer references t(n) deferrable initially deferred)`.execute(tx);
  });
});

afterEach(async () => {
  await store[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

const insert = (n: number) => (tx: Tx) => sql`insert into t values (${n})`.execute(tx);
const write = (n: number) => store.transaction(insert(n));
const read = async (db: Store["db"] = store.db) =>
  (await sql<{ n: number }>`select n from t order by n`.execute(db)).rows.map(({ n }) => n);
/** SQLite counts them in the index of its log (`WalIndexHdr.iChange`). */
const countCommits = async () => (await readFile(join(dataDir, "freehold.sqlite-shm"))).readUInt32LE(8);

async function commitsOf(writes: () => Promise<unknown>): Promise<number> {
  const before = await countCommits();
  await writes();
  return (await countCommits()) - before;
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

it("commits writes that arrive together once, in their order, each seeing the earlier ones", async () => {
  const seen: number[][] = [];
  const look = (n: number) =>
    store.transaction(async (tx) => {
      seen.push(await read(tx));
      await insert(n)(tx);
    });
  expect(await commitsOf(() => Promise.all(numbers(4).map(look)))).toBe(1);
  expect(seen).toEqual([[], [0], [0, 1], [0, 1, 2]]);
  expect(await read()).toEqual([0, 1, 2, 3]);
});

it("commits a lone write, and each of those that wait for one another", async () => {
  expect(await commitsOf(() => write(1))).toBe(1);
  expect(await commitsOf(() => write(2).then(() => write(3)))).toBe(2);
});

it("commits so many at once, and no more", async () => {
  // On a slow machine a group would end before it is full, because of its time.
  using _time = vi.spyOn(performance, "now").mockReturnValue(0);
  expect(await commitsOf(() => Promise.all(numbers(groupedWrites).map(write)))).toBe(1);
  const more = () => Promise.all(numbers(groupedWrites + 1).map((n) => write(groupedWrites + n)));
  expect(await commitsOf(more)).toBe(2);
  expect(await read()).toHaveLength(2 * groupedWrites + 1);
});

it("commits what took its time before it goes on", async () => {
  const writeSlowly = () =>
    store.transaction(async (tx) => {
      await insert(1)(tx);
      const until = performance.now() + groupMs;
      while (performance.now() < until);
    });
  expect(await commitsOf(() => Promise.all([writeSlowly(), write(2), write(3)]))).toBe(2);
  expect(await read()).toEqual([1, 2, 3]);
});

it.each([0, 1, 2])("undoes and rejects one that throws alone, as number %i of three", async (failing) => {
  const all = numbers(3).map((n) =>
    store.transaction(async (tx) => {
      await insert(n)(tx);
      if (n === failing) throw new Error(`no ${n}`);
      return n;
    }),
  );
  const results = await Promise.allSettled(all);
  const wanted = numbers(3).map((n) =>
    n === failing ? { status: "rejected", reason: new Error(`no ${n}`) } : { status: "fulfilled", value: n },
  );
  expect(results).toEqual(wanted);
  expect(await read()).toEqual(numbers(3).filter((n) => n !== failing));
});

it("goes on after an error of the database itself", async () => {
  const results = await Promise.allSettled([write(1), write(1), write(2)]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(store.dialect.isUniqueViolation((results[1] as PromiseRejectedResult).reason)).toBe(true);
  expect(await read()).toEqual([1, 2]);
});

it("tells nobody anything before the commit, not even of an error", async () => {
  using other = new DatabaseSync(join(dataDir, "freehold.sqlite"));
  const seen: unknown[] = [];
  const look = () => seen.push(other.prepare("select count(*) as n from t").get()?.n);
  await Promise.all([write(1).then(look), write(1).catch(look), write(2).then(look)]);
  expect(seen).toEqual([2, 2, 2]);
});

it("rejects all of a group whose commit fails, writes nothing, and goes on", async () => {
  const writeOrphan = () => store.transaction((tx) => sql`insert into child values (99)`.execute(tx));
  const results = await Promise.allSettled([write(1), writeOrphan(), write(2)]);
  expect(results.map((result) => result.status === "rejected" && String(result.reason))).toEqual(
    numbers(3).map(() => "Error: FOREIGN KEY constraint failed"),
  );
  expect(await read()).toEqual([]);
  await write(3);
  expect(await read()).toEqual([3]);
});

it("rejects those whose transaction SQLite has rolled back, and writes the others", async () => {
  const lose = () =>
    store.transaction(async (tx) => {
      await sql`rollback`.execute(tx);
      throw new Error("lost");
    });
  const results = await Promise.allSettled([write(1), lose(), write(2)]);
  expect(results.map((result) => (result.status === "rejected" ? String(result.reason) : "written"))).toEqual(
    ["Error: lost", "Error: lost", "written"],
  );
  expect(await read()).toEqual([2]);
});

const syncOf = async (db: Store["db"]) =>
  (await sql<{ synchronous: number }>`pragma synchronous`.execute(db)).rows[0]?.synchronous;
const [onDiskLater, onDiskNow] = [1, 2];

it("waits for the disk unless all of a group can be done again", async () => {
  const repeat = { isRepeatable: true };
  const alone = await Promise.all([1, 2].map(() => store.transaction(syncOf, repeat)));
  expect(alone).toEqual([onDiskLater, onDiskLater]);
  expect(await syncOf(store.db)).toBe(onDiskNow);
  const mixed = await Promise.all([store.transaction(syncOf, repeat), store.transaction(syncOf)]);
  expect(mixed).toEqual([onDiskNow, onDiskNow]);
  await expect(
    store.transaction(async () => {
      throw new Error("failed");
    }, repeat),
  ).rejects.toThrow("failed");
  expect(await store.transaction(syncOf)).toBe(onDiskNow);
});

it("loses a repeatable write as a whole, and nothing before it, with the end of the log", async () => {
  const log = join(dataDir, "freehold.sqlite-wal");
  await write(1);
  const { size } = await stat(log);
  await store.transaction(async (tx) => void (await Promise.all(numbers(20).map((n) => insert(n + 2)(tx)))), {
    isRepeatable: true,
  });
  const copy = await mkdtemp(join(tmpdir(), "freehold-test-"));
  for (const cut of [size, size + 2_000]) {
    await copyFile(join(dataDir, "freehold.sqlite"), join(copy, "freehold.sqlite"));
    await copyFile(log, join(copy, "freehold.sqlite-wal"));
    await truncate(join(copy, "freehold.sqlite-wal"), cut);
    await using restarted = await openStore({ dataDir: copy, databaseUrl: null });
    expect(await read(restarted.db)).toEqual([1]);
  }
  await rm(copy, { recursive: true });
});

it("refuses all writes that wait where no transaction can begin, and goes on when one can", async () => {
  const other = new DatabaseSync(join(dataDir, "freehold.sqlite"));
  // Short, so that the test doesn't wait for the limit.
  await sql`pragma busy_timeout = 20`.execute(store.db);
  other.exec("begin immediate");
  const outcomes = await Promise.allSettled(numbers(3).map(write));
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  other.exec("rollback");
  other.close();
  expect(await read()).toEqual([]);
  await write(7);
  expect(await read()).toEqual([7]);
});
