import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { forEachDatabase, freshDatabase, holdTransaction } from "../../../test/support/databases.ts";
import { addressOf, profileOf } from "../../../test/support/store-records.ts";
import type { Store } from "../../store/database.ts";
import { migrate } from "../../store/migrate.ts";
import { openStore } from "../../store/open-store.ts";
import { saveProfile, updateProfile } from "../../store/peers/profiles.ts";
import { sqliteFile } from "../../store/sqlite/dialect.ts";
import { createOwner } from "./owner.ts";

const install = (store: Store) =>
  store.transaction((tx) => saveProfile(tx, profileOf(1, { isSelf: true, title: "Ada" })));

const rename = (store: Store, title: string) =>
  store.transaction((tx) => updateProfile(tx, addressOf(1), { title }));

forEachDatabase((_name, open, fresh) => {
  it("is nobody before the installation, and then its owner", async () => {
    const store = await open();
    const owner = createOwner(store);
    expect(await owner.get()).toBeNull();
    expect(await owner.isInstalled()).toBe(false);
    await install(store);
    expect(await owner.isInstalled()).toBe(true);
    expect(await owner.get()).toEqual({ ...profileOf(1, { isSelf: true, title: "Ada" }), earlierUrls: [] });
  });

  it("is asked for once to know that this node is installed", async () => {
    const store = await open();
    await install(store);
    let asked = 0;
    const owner = createOwner({
      db: store.db,
      version() {
        asked += 1;
        return store.version();
      },
    });
    for (let count = 0; count < 3; count += 1) expect(await owner.isInstalled()).toBe(true);
    expect(asked).toBe(1);
  });

  it("is as this process changed it", async () => {
    const store = await open();
    await install(store);
    const owner = createOwner(store);
    for (const title of ["Grace", "Mary"]) {
      await rename(store, title);
      expect(await owner.get()).toMatchObject({ title });
    }
  });

  it("is as another process changed it", async () => {
    const database = await fresh();
    await using store = await openStore(database);
    await migrate(store);
    await install(store);
    const owner = createOwner(store);
    expect(await owner.get()).toMatchObject({ title: "Ada" });
    await using other = await openStore(database);
    await rename(other, "Grace");
    expect(await owner.get()).toMatchObject({ title: "Grace" });
    await rename(other, "Mary");
    expect(await owner.get()).toMatchObject({ title: "Mary" });
  });

  it("stays as it was when a transaction is rolled back", async () => {
    const store = await open();
    await install(store);
    const owner = createOwner(store);
    const before = await owner.get();
    const failed = store.transaction(async (tx) => {
      await updateProfile(tx, addressOf(1), { title: "Grace" });
      throw new Error("No.");
    });
    await expect(failed).rejects.toThrow("No.");
    expect(await owner.get()).toEqual(before);
  });

  it("is as it was while a transaction that changes it is open, and as it is after that", async () => {
    const store = await open();
    await install(store);
    const owner = createOwner(store);
    await owner.get();
    const held = await holdTransaction(store, (tx) => updateProfile(tx, addressOf(1), { title: "Grace" }));
    expect(await owner.get()).toMatchObject({ title: "Ada" });
    await held.commit();
    expect(await owner.get()).toMatchObject({ title: "Grace" });
  });

  it("is not read outside a transaction by the work of it", async () => {
    const store = await open();
    await install(store);
    const owner = createOwner(store);
    await owner.get();
    await expect(store.transaction(() => owner.get())).rejects.toThrow("by the transaction");
  });

  it("is read once until something changes", async () => {
    const store = await open();
    await using _watch = store.watch();
    await expect.poll(() => store.version(), { interval: 5 }).not.toBeNull();
    await install(store);
    const owner = createOwner(store);
    const first = await owner.get();
    expect(await owner.get()).toBe(first);
    await rename(store, "Grace");
    const second = await owner.get();
    expect(second).not.toBe(first);
    expect(await owner.get()).toBe(second);
  });
});

describe("on sqlite, beside another program", () => {
  it("is as that program left it", async () => {
    const database = await freshDatabase("sqlite");
    onTestFinished(() => database[Symbol.asyncDispose]());
    await using store = await openStore(database);
    await migrate(store);
    await install(store);
    const owner = createOwner(store);
    expect(await owner.get()).toMatchObject({ title: "Ada" });
    const file = JSON.stringify(sqliteFile(database.dataDir));
    const program = `new (require("node:sqlite").DatabaseSync)(${file}).exec("update profiles set title = 'Grace'")`;
    await promisify(execFile)(process.execPath, ["-e", program]);
    expect(await owner.get()).toMatchObject({ title: "Grace" });
  });
});
