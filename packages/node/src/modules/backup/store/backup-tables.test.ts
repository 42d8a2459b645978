import { expect, it } from "vitest";
import { forEachDatabase } from "../../../../test/support/databases.ts";
import { hashOf, signedOf, storePublication, T0 } from "../../../../test/support/store-records.ts";
import { saveSmallContent } from "../../../store/contents.ts";
import { insertPublication } from "../../../store/publications/publications.ts";
import { closeTable, insertRows, listBackedUpTables, type Row, readRows } from "./backup-tables.ts";

const tables = listBackedUpTables();

forEachDatabase((_name, open) => {
  it("reads every row once, in order, over more pages than one", async () => {
    const store = await open();
    await store.transaction(async (tx) => {
      for (let number = 0; number < 1_203; number += 1) {
        await storePublication(tx, signedOf(1, number, T0 / 1000 + number));
      }
    });
    for (const table of tables) {
      const rows = await Array.fromAsync(readRows(store.db, table));
      const keys = rows.map((row) => table.key.map((column) => row[column]).join("|"));
      expect(new Set(keys).size, table.name).toBe(rows.length);
      if (table.name === "publications" || table.name === "contents") expect(rows).toHaveLength(1_203);
    }
  });

  it("leaves out the bytes of contents, which are files of a backup", async () => {
    const store = await open();
    const content = { hash: hashOf(1), size: 3, now: T0, bytes: Buffer.from("abc") };
    await store.transaction((tx) => saveSmallContent(tx, content));
    const contents = tables.find(({ name }) => name === "contents");
    if (!contents) throw new Error("There is no such table.");
    const rows = await Array.fromAsync(readRows(store.db, contents));
    expect(rows).toEqual([{ hash: hashOf(1), size: 3, created_at: T0 }]);
  });

  it("puts rows into another database as they were, and counts on behind them", async () => {
    const [from, to] = [await open(), await open()];
    await from.transaction((tx) => storePublication(tx, signedOf(1, 1, 5)));
    const publication = signedOf(1, 1, 6);
    await from.transaction((tx) => insertPublication(tx, publication));
    const all = new Map<string, Row[]>();
    for (const table of tables) all.set(table.name, await Array.fromAsync(readRows(from.db, table)));
    await to.transaction(async (tx) => {
      for (const table of tables) {
        await insertRows(tx, table, all.get(table.name) ?? []);
        await closeTable(tx, table);
      }
    });
    for (const table of tables) {
      expect(await Array.fromAsync(readRows(to.db, table))).toEqual(all.get(table.name));
    }
    // A transaction that was repeated on PostgreSQL has used a number.
    expect(await to.transaction((tx) => insertPublication(tx, signedOf(1, 1, 7)))).toBeGreaterThan(2);
  });
});
