import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import {
  addressOf,
  connectionOf,
  profileOf,
  storeConnection,
  T0,
} from "../../../test/support/store-records.ts";
import {
  countFollowees,
  countFollowers,
  countFollowersUpTo,
  deleteConnection,
  findConnection,
  findConnectionTombstone,
  insertConnection,
  listFollowees,
  listFollowers,
  writeConnectionTombstone,
} from "./connections.ts";
import { saveProfile } from "./profiles.ts";

const [one, two] = [addressOf(1), addressOf(2)];

forEachDatabase((_name, open) => {
  it("finds a follow in its direction, until it is deleted", async () => {
    const store = await open();
    await store.transaction((tx) => storeConnection(tx, 1, 2));
    expect(await findConnection(store.db, one, two)).toEqual(connectionOf(1, 2));
    expect(await findConnection(store.db, two, one)).toBeNull();
    expect(await store.transaction((tx) => deleteConnection(tx, two, one))).toBe(false);
    expect(await store.transaction((tx) => deleteConnection(tx, one, two))).toBe(true);
    expect(await findConnection(store.db, one, two)).toBeNull();
  });

  it("lets one of two inserts of a pair through, and says of the other why", async () => {
    const store = await open();
    await store.transaction(async (tx) => {
      await saveProfile(tx, profileOf(1));
      await saveProfile(tx, profileOf(2));
    });
    const insert = () => store.transaction((tx) => insertConnection(tx, connectionOf(1, 2)));
    const results = await Promise.allSettled([insert(), insert()]);
    const failures = results.filter((result) => result.status === "rejected");
    expect(failures.map(({ reason }) => store.dialect.isUniqueViolation(reason))).toEqual([true]);
    expect(await countFollowers(store.db, two)).toBe(1);
  });

  it("refuses a follow of a node that is not known", async () => {
    const store = await open();
    const error: unknown = await store
      .transaction((tx) => insertConnection(tx, connectionOf(1, 2)))
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(store.dialect.isUniqueViolation(error)).toBe(false);
  });

  it("keeps the latest end of a follow", async () => {
    const store = await open();
    const write = (at: number) =>
      store.transaction((tx) =>
        writeConnectionTombstone(tx, { followerAddress: one, followeeAddress: two }, at),
      );
    expect(await findConnectionTombstone(store.db, one, two)).toBeNull();
    await write(20);
    await write(10);
    expect(await findConnectionTombstone(store.db, one, two)).toEqual({ signedAt: 20 });
    await write(30);
    expect(await findConnectionTombstone(store.db, one, two)).toEqual({ signedAt: 30 });
    expect(await findConnectionTombstone(store.db, two, one)).toBeNull();
  });

  it("pages through followers and followees, also through those of one moment", async () => {
    const store = await open();
    await store.transaction(async (tx) => {
      for (const other of [7, 5, 6]) await storeConnection(tx, other, 1, T0);
      await storeConnection(tx, 4, 1, T0 + 1);
      for (const other of [9, 8]) await storeConnection(tx, 1, other, T0);
    });
    const first = await listFollowers(store.db, one, { limit: 2 });
    const after = { createdAt: T0, address: addressOf(6) };
    const second = await listFollowers(store.db, one, { limit: 5, after });
    expect(first.map((row) => row.followerAddress)).toEqual([addressOf(5), addressOf(6)]);
    expect(second.map((row) => row.followerAddress)).toEqual([addressOf(7), addressOf(4)]);
    const followees = await listFollowees(store.db, one, { limit: 9 });
    expect(followees.map((row) => row.followeeAddress)).toEqual([addressOf(8), addressOf(9)]);
    const last = { createdAt: T0, address: addressOf(8) };
    expect(await listFollowees(store.db, one, { limit: 9, after: last })).toEqual(followees.slice(1));
    expect([await countFollowers(store.db, one), await countFollowees(store.db, one)]).toEqual([4, 2]);
    const upTo = (most: number) => countFollowersUpTo(store.db, one, most);
    expect([await upTo(3), await upTo(4), await upTo(5)]).toEqual([3, 4, 4]);
  });
});
