import { expect, it } from "vitest";
import { forEachDatabase } from "../../test/support/databases.ts";
import type { Reader } from "./database.ts";
import { preparedShapes, prepareQueries, prepareQuery } from "./prepare-query.ts";

forEachDatabase((_name, open) => {
  it("puts a query together once, and asks it with other parameters each time", async () => {
    const store = await open();
    let built = 0;
    const select = prepareQuery((db: Reader, { key, other }: { key: string; other: string }) => {
      built += 1;
      return db.selectFrom("meta").select("value").where("key", "in", [key, other]).orderBy("key").limit(2);
    });
    await store.transaction(async (tx) => {
      const rows = ["a", "b", "c"].map((key) => ({ key, value: key.toUpperCase() }));
      await tx.insertInto("meta").values(rows).execute();
      expect(await select(tx, { key: "a", other: "a" })).toEqual([{ value: "A" }]);
    });
    expect(await select(store.db, { key: "c", other: "a" })).toEqual([{ value: "A" }, { value: "C" }]);
    expect(await select(store.db, { other: "'; drop table meta", key: "b" })).toEqual([{ value: "B" }]);
    expect(built).toBe(1);
  });

  it("puts each shape of a query together once, as long as there are few of them", async () => {
    const store = await open();
    const built: number[] = [];
    const select = prepareQueries((db: Reader, { key }: { key: string }, shape: { most: number }) => {
      built.push(shape.most);
      return db.selectFrom("meta").select("value").where("key", ">=", key).orderBy("key").limit(shape.most);
    });
    await store.transaction(async (tx) => {
      const rows = ["a", "b", "c"].map((key) => ({ key, value: key.toUpperCase() }));
      await tx.insertInto("meta").values(rows).execute();
    });
    for (const key of ["b", "c"]) {
      expect(await select(store.db, { most: 1 }, { key })).toEqual([{ value: key.toUpperCase() }]);
    }
    expect(await select(store.db, { most: 2 }, { key: "b" })).toEqual([{ value: "B" }, { value: "C" }]);
    expect(built).toEqual([1, 2]);
    const shapes = Array.from({ length: preparedShapes }, (_, index) => index + 2);
    for (const most of shapes) await select(store.db, { most }, { key: "a" });
    await select(store.db, { most: 1 }, { key: "a" });
    expect(built).toEqual([1, ...shapes, 1]);
  });
});
