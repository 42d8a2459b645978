import { expect, it } from "vitest";
import { forEachDatabase } from "../../test/support/databases.ts";
import { bumpIndexVersion, readIndexVersion, readMeta, writeMeta } from "./meta.ts";

forEachDatabase((_name, open) => {
  it("keeps the last value of a key", async () => {
    const store = await open();
    expect(await readMeta(store.db, "a")).toBeNull();
    await store.transaction((tx) => writeMeta(tx, "a", "1"));
    await store.transaction((tx) => writeMeta(tx, "a", "2"));
    expect(await readMeta(store.db, "a")).toBe("2");
  });

  it("counts the changes of the index", async () => {
    const store = await open();
    expect(await readIndexVersion(store.db)).toBe(0);
    const bumped = await Promise.all(Array.from({ length: 12 }, () => store.transaction(bumpIndexVersion)));
    expect(bumped.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(await readIndexVersion(store.db)).toBe(12);
  });
});
