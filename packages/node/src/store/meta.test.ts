import { expect, it } from "vitest";
import { forEachDatabase } from "../../test/support/databases.ts";
import { readMeta, writeMeta } from "./meta.ts";

forEachDatabase((_name, open) => {
  it("keeps the last value of a key", async () => {
    const store = await open();
    expect(await readMeta(store.db, "a")).toBeNull();
    await store.transaction((tx) => writeMeta(tx, "a", "1"));
    await store.transaction((tx) => writeMeta(tx, "a", "2"));
    expect(await readMeta(store.db, "a")).toBe("2");
  });
});
