import { expect, it } from "vitest";
import { forEachDatabase } from "../../test/support/databases.ts";
import type { Reader, Tx } from "./database.ts";
import { readMeta, writeMeta } from "./meta.ts";
import { openStore } from "./open-store.ts";

/** Would be true, and not compile, if a write outside a transaction compiled. */
const readerIsTx: Reader extends Tx ? true : false = false;

forEachDatabase((name, open, fresh) => {
  it("keeps what a transaction wrote, for those who open it later too", async () => {
    const database = await fresh();
    {
      await using store = await openStore(database);
      await store.transaction(async (tx) => {
        await tx.schema.createTable("meta").addColumn("key", "text").addColumn("value", "text").execute();
        await tx.insertInto("meta").values({ key: "a", value: "1" }).execute();
      });
    }
    await using store = await openStore(database);
    expect(await readMeta(store.db, "a")).toBe("1");
    expect(readerIsTx).toBe(false);
  });

  it("undoes a transaction whose work throws, and goes on after it", async () => {
    const store = await open();
    const failing = store.transaction(async (tx) => {
      await writeMeta(tx, "a", "1");
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await readMeta(store.db, "a")).toBeNull();
    await store.transaction((tx) => writeMeta(tx, "a", "2"));
    expect(await readMeta(store.db, "a")).toBe("2");
  });

  it("shows nobody else what a transaction has not committed", async () => {
    const store = await open();
    let seen: Promise<string | null> = Promise.resolve("not asked");
    const { promise: written, resolve } = Promise.withResolvers<void>();
    const writing = store.transaction(async (tx) => {
      await writeMeta(tx, "a", "1");
      resolve();
      await new Promise((done) => setTimeout(done, 20));
      throw new Error("undone");
    });
    await written;
    seen = readMeta(store.db, "a");
    await expect(writing).rejects.toThrow("undone");
    expect(await seen).toBeNull();
  });

  it("loses no update of many transactions at once", async () => {
    const store = await open();
    await store.transaction((tx) => writeMeta(tx, "n", "0"));
    const add = () =>
      store.transaction(async (tx) => {
        await store.dialect.lock(tx, "n");
        await writeMeta(tx, "n", String(Number(await readMeta(tx, "n")) + 1));
      });
    await Promise.all(Array.from({ length: 25 }, add));
    expect(await readMeta(store.db, "n")).toBe("25");
  });

  it("refuses a transaction inside a transaction", async () => {
    const store = await open();
    const nested = store.transaction(() => store.transaction((tx) => writeMeta(tx, "a", "1")));
    await expect(nested).rejects.toThrow("inside another");
    await store.transaction((tx) => writeMeta(tx, "a", "2"));
  });

  it("tells a row that is there already from other errors", async () => {
    const store = await open();
    const insert = () =>
      store.transaction((tx) => tx.insertInto("meta").values({ key: "a", value: "1" }).execute());
    await insert();
    const error: unknown = await insert().catch((reason: unknown) => reason);
    expect(store.dialect.isUniqueViolation(error)).toBe(true);
    const other: unknown = await store.db
      .selectFrom("meta")
      .select("key")
      .where("key", "=", "a")
      .limit(-5.5)
      .execute()
      .catch((reason: unknown) => reason);
    expect(store.dialect.isUniqueViolation(other)).toBe(false);
    expect(store.dialect.isUniqueViolation(new Error("x"))).toBe(false);
  });

  it("gives whole numbers beyond 32 bits as numbers", async () => {
    const store = await open();
    await store.transaction((tx) =>
      tx
        .insertInto("contents")
        .values({ hash: "0x1", size: 2 ** 53 - 1, createdAt: 5_000_000_000 })
        .execute(),
    );
    const row = await store.db.selectFrom("contents").select(["size", "createdAt"]).executeTakeFirst();
    expect({ ...row }).toEqual({ size: 9_007_199_254_740_991, createdAt: 5_000_000_000 });
  });

  if (name === "sqlite") {
    it("refuses a query beside the transaction, which would wait for itself", async () => {
      const store = await open();
      await expect(store.transaction(() => readMeta(store.db, "a"))).rejects.toThrow(
        "outside the transaction",
      );
      expect(await readMeta(store.db, "a")).toBeNull();
    });
  }

  if (name === "postgres") {
    it("runs a transaction again after a deadlock", async () => {
      const store = await open();
      await store.transaction(async (tx) => {
        await writeMeta(tx, "a", "0");
        await writeMeta(tx, "b", "0");
      });
      let runs = 0;
      const both = { a: Promise.withResolvers<void>(), b: Promise.withResolvers<void>() };
      const cross = (first: "a" | "b", second: "a" | "b") =>
        store.transaction(async (tx) => {
          runs += 1;
          await writeMeta(tx, first, "1");
          both[first].resolve();
          await both[second].promise;
          await writeMeta(tx, second, "1");
        });
      await Promise.all([cross("a", "b"), cross("b", "a")]);
      // On a busy machine PostgreSQL may end both, which find out at the same time.
      expect(runs).toBeGreaterThanOrEqual(3);
      expect(await Promise.all(["a", "b"].map((key) => readMeta(store.db, key)))).toEqual(["1", "1"]);
    });
  }
});
