import { expect, it } from "vitest";
import { forEachDatabase } from "../../test/support/databases.ts";
import { readMeta, writeMeta } from "./meta.ts";

forEachDatabase((_name, open) => {
  it("keeps what a transaction wrote", async () => {
    const store = await open();
    await store.transaction((tx) => writeMeta(tx, "a", "1"));
    expect(await readMeta(store.db, "a")).toBe("1");
  });
});
