import { expect, it } from "vitest";
import { forEachDatabase, freshDatabase } from "../../test/support/databases.ts";
import { emit, handleEvents } from "./events.ts";
import { readMeta, writeMeta } from "./meta.ts";
import { openStore } from "./open-store.ts";

const event = { address: "0x0000000000000000000000000000000000000001", now: 1 } as const;

forEachDatabase((_name, open) => {
  it("runs the handlers in the order of the modules, in the transaction of the cause", async () => {
    const store = await open();
    handleEvents(store, [
      { "follower.removed": async (tx, { address }) => writeMeta(tx, "first", address) },
      { "follower.removed": async (tx) => writeMeta(tx, "second", (await readMeta(tx, "first")) ?? "none") },
    ]);
    await store.transaction((tx) => emit(tx, "follower.removed", event));
    expect(await readMeta(store.db, "second")).toBe(event.address);
  });

  it("undoes the cause where a handler fails", async () => {
    const store = await open();
    handleEvents(store, [{ "follower.removed": () => Promise.reject(new Error("no room")) }]);
    const failed = store.transaction(async (tx) => {
      await writeMeta(tx, "cause", "1");
      await emit(tx, "follower.removed", event);
    });
    await expect(failed).rejects.toThrow("no room");
    expect(await readMeta(store.db, "cause")).toBeNull();
  });
});

it("refuses an event on a store that nobody has connected, so that nothing is lost silently", async () => {
  await using database = await freshDatabase("sqlite");
  await using store = await openStore(database);
  const lost = store.transaction((tx) => emit(tx, "follower.removed", event));
  await expect(lost).rejects.toThrow("without handlers");
});
