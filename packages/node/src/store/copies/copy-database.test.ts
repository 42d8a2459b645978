import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import {
  hashOf,
  insertPlain,
  profileOf,
  signedOf,
  storeConnection,
  T0,
} from "../../../test/support/store-records.ts";
import type { Store, Tx } from "../database.ts";
import { writeMeta } from "../meta.ts";
import { listMigrationNames } from "../migrate.ts";
import { saveBlock } from "../peers/connections.ts";
import { saveProfile } from "../peers/profiles.ts";
import { addOutboxEntry } from "../queues/outbox.ts";
import { listCopiedTables } from "./copied-tables.ts";
import { compareCounts, copyDatabase, copyNumbers, verifyCopy } from "./copy-database.ts";
import { beginCopy, endCopy, findCopyMark } from "./copy-records.ts";

const last = listMigrationNames().at(-1) ?? "";
const index = async () => {};
const addressOfBlock = profileOf(77).address;

forEachDatabase((_name, open) => {
  async function openTwo(fill: (tx: Tx) => Promise<unknown>): Promise<{ source: Store; target: Store }> {
    const [source, target] = [await open(), await open()];
    await source.transaction(fill);
    await target.transaction((tx) => beginCopy(tx, last));
    return { source, target };
  }
  const copy = ({ source, target }: { source: Store; target: Store }) =>
    copyDatabase(source.db, target, { index });
  /** Copies, and compares everything. */
  const expectSame = async (two: { source: Store; target: Store }, changed: number) => {
    expect(await copy(two)).toBe(changed);
    expect(await verifyCopy(two.target, {})).toEqual([]);
    expect(await compareCounts(two.source.db, two.target.db)).toEqual([]);
    expect(await copy(two)).toBe(0);
  };
  const many = (tx: Tx, from: number, to: number) =>
    tx
      .insertInto("contents")
      .values(
        Array.from({ length: to - from }, (_, n) => ({ hash: hashOf(from + n), size: 1, createdAt: T0 })),
      )
      .execute();

  it("knows every table", async () => {
    const { db } = await open();
    const there = (await db.introspection.getTables()).map(({ name }) => name);
    const known = there.filter((name) => name !== "migrations" && !name.startsWith("search_"));
    const copied: string[] = listCopiedTables().map(({ name }) => name);
    expect(copied.filter((name) => name !== "search_documents").sort()).toEqual(known.sort());
    expect(copied).toContain("search_documents");
  });

  it("copies what is new, changed or gone, however it lies among the rest", async () => {
    const two = await openTwo(async (tx) => {
      await many(tx, 10, 1_010);
      await many(tx, 2_000, 2_999);
      await tx.insertInto("meta").values({ key: "a", value: "1" }).execute();
    });
    // The migrations have written some rows of meta to both.
    await copy(two);
    await expectSame(two, 0);
    await two.source.transaction(async (tx) => {
      // More than a page in the middle of one, one before the first, one behind the last.
      await many(tx, 1_020, 1_900);
      await many(tx, 1_901, 2_000);
      await many(tx, 1, 2);
      await many(tx, 9_000, 9_001);
      await tx
        .deleteFrom("contents")
        .where("hash", "in", [hashOf(10), hashOf(2_998), hashOf(500)])
        .execute();
      await tx.updateTable("contents").set({ size: 9 }).where("hash", "=", hashOf(600)).execute();
      await tx.updateTable("meta").set({ value: "2" }).where("key", "=", "a").execute();
    });
    await expectSame(two, 880 + 99 + 2 + 3 + 2);
    await two.source.transaction((tx) => tx.deleteFrom("contents").execute());
    await copy(two);
    await expectSame(two, 0);
  });

  it("copies bytes, and rows that others refer to", async () => {
    const two = await openTwo(async (tx) => {
      await tx
        .insertInto("contents")
        .values({ hash: hashOf(1), size: 2, createdAt: T0, bytes: Buffer.from([0, 255]) })
        .execute();
      await saveProfile(tx, profileOf(1, { isSelf: true, avatarHash: hashOf(1), avatarType: "image/png" }));
      await storeConnection(tx, 2, 1);
      await insertPlain(tx, signedOf(1, 1, 5));
    });
    await copy(two);
    await expectSame(two, 0);
    // The avatar is replaced, and the old one deleted.
    await two.source.transaction(async (tx) => {
      await many(tx, 5, 6);
      await tx
        .updateTable("profiles")
        .set({ avatarHash: hashOf(5) })
        .where("isSelf", "=", 1)
        .execute();
      await tx
        .updateTable("publications")
        .set({ contentHash: hashOf(5) })
        .execute();
      await tx.deleteFrom("contents").where("hash", "=", hashOf(1)).execute();
    });
    await expectSame(two, 4);
  });

  it("gives a unique value to another row", async () => {
    const block = { address: addressOfBlock, reason: null, createdAt: T0 };
    const two = await openTwo((tx) => saveBlock(tx, block));
    await copy(two);
    await two.source.transaction(async (tx) => {
      await tx.deleteFrom("blocks").execute();
      await saveBlock(tx, { ...block, reason: "again" });
    });
    await expectSame(two, 2);
  });

  it("notices rows of the copy that became others, and copies them again", async () => {
    const two = await openTwo((tx) => many(tx, 1, 9));
    await copy(two);
    await two.target.transaction((tx) =>
      tx.updateTable("contents").set({ size: 2 }).where("hash", "=", hashOf(3)).execute(),
    );
    expect(await verifyCopy(two.target, {})).toEqual([{ table: "contents", what: expect.any(String) }]);
    expect(await copy(two)).toBe(1);
    expect(await verifyCopy(two.target, {})).toEqual([]);
    await two.target.transaction((tx) => many(tx, 100, 101));
    expect(await compareCounts(two.source.db, two.target.db)).toEqual([
      { table: "contents", what: "8 rows here, 9 there" },
    ]);
  });

  it("lets numbers go on behind those of rows that are gone", async () => {
    const entry = { kind: "publication", payload: null, now: T0, expiresAt: T0 + 1 } as const;
    const add = (tx: Tx, subject: string) =>
      addOutboxEntry(tx, { ...entry, peerAddress: addressOfBlock, subject });
    const two = await openTwo(async (tx) => {
      for (const subject of ["1", "2", "3"]) await add(tx, subject);
      await tx.deleteFrom("outbox").where("id", ">", 1).execute();
    });
    await copy(two);
    await copyNumbers(two.source.db, two.target);
    await two.target.transaction((tx) => add(tx, "4"));
    const rows = await two.target.db.selectFrom("outbox").select("id").orderBy("id").execute();
    expect(rows.map(({ id }) => id)).toEqual([1, 4]);
  });

  it("is marked until it ends", async () => {
    const { target, source } = await openTwo((tx) => writeMeta(tx, "database.moved", "x"));
    expect([await findCopyMark(source.db), await findCopyMark(target.db)]).toEqual(["moved", "copying"]);
    await copy({ source, target });
    await target.transaction(endCopy);
    expect(await findCopyMark(target.db)).toBeNull();
  });
});
