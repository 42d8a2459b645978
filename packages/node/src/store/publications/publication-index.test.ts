import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import {
  addressOf,
  draftOf,
  hashOf,
  signedOf,
  storePublication,
  T0,
} from "../../../test/support/store-records.ts";
import { lastSigned, readIndexPage } from "./public-posts.ts";
import { insertPublicationTombstone } from "./publication-tombstones.ts";

const publisher = addressOf(1);

forEachDatabase((_name, open) => {
  it("shows what this publisher signed, by time and by order of signing", async () => {
    const store = await open();
    await store.transaction(async (tx) => {
      await storePublication(tx, signedOf(1, 5, 200, 1));
      await storePublication(tx, signedOf(1, 4, 200, 0));
      await storePublication(tx, signedOf(1, 3, 100, 7));
      await storePublication(tx, signedOf(1, 6, 300, 0));
      await storePublication(tx, signedOf(2, 7, 150));
      await storePublication(tx, draftOf(1, 8, 150_000));
      await storePublication(tx, { ...draftOf(1, 9, 150_000), state: "local" });
    });
    const read = async (since: number | null, limit: number, offset: number) => {
      const { posts, total } = await readIndexPage(store.db, { publisher, since, limit, offset });
      return [total, posts.map((entry) => Number(entry.contentHash))];
    };
    expect(await read(null, 10, 0)).toEqual([4, [3, 4, 5, 6]]);
    expect(await read(null, 2, 1)).toEqual([4, [4, 5]]);
    expect(await read(null, 2, 4)).toEqual([4, []]);
    expect(await read(100, 10, 0)).toEqual([3, [4, 5, 6]]);
    expect(await read(100, 2, 1)).toEqual([3, [5, 6]]);
    expect(await read(200, 10, 0)).toEqual([1, [6]]);
    expect(await read(300, 10, 0)).toEqual([0, []]);
    expect(await read(2 ** 53 - 1, 10, 0)).toEqual([0, []]);
  });

  it("goes through a long index without a gap or a repetition", async () => {
    const store = await open();
    await store.transaction(async (tx) => {
      for (let n = 0; n < 250; n += 1)
        await storePublication(tx, signedOf(1, n, 100 + Math.floor(n / 7), n % 7));
    });
    const seen: number[] = [];
    for (let offset = 0; offset < 250; offset += 40) {
      const { posts } = await readIndexPage(store.db, { publisher, since: null, limit: 40, offset });
      seen.push(...posts.map((entry) => Number(entry.contentHash)));
    }
    expect(seen).toEqual(Array.from({ length: 250 }, (_, n) => n));
  });

  it("knows what was signed last, also when that was deleted", async () => {
    const store = await open();
    expect(await lastSigned(store.db, publisher, 1_000)).toBeNull();
    await store.transaction(async (tx) => {
      await storePublication(tx, signedOf(1, 1, 100, 0));
      await storePublication(tx, signedOf(1, 2, 100, 1));
      await storePublication(tx, signedOf(2, 2, 500, 1));
      await storePublication(tx, draftOf(1, 2, T0));
    });
    expect(await lastSigned(store.db, publisher, 1_000)).toEqual({ timestamp: 100, seq: 1 });
    const bury = (timestamp: number) =>
      store.transaction((tx) =>
        insertPublicationTombstone(
          tx,
          { publisherAddress: publisher, contentHash: hashOf(3), timestamp },
          T0,
        ),
      );
    await bury(100);
    expect(await lastSigned(store.db, publisher, 1_000)).toEqual({ timestamp: 100, seq: 1 });
    await bury(120);
    expect(await lastSigned(store.db, publisher, 1_000)).toEqual({ timestamp: 120, seq: 0 });
  });
});
