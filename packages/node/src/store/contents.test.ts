import { expect, it } from "vitest";
import { forEachDatabase } from "../../test/support/databases.ts";
import {
  addressOf,
  draftOf,
  hashOf,
  profileOf,
  storePublication,
  T0,
} from "../../test/support/store-records.ts";
import {
  deleteContentIfUnreferenced,
  findContent,
  findContentBytes,
  isReferenced,
  measureContentBytes,
  removeContentBytes,
  saveContent,
  saveSmallContent,
  walkUnreferencedContents,
} from "./contents.ts";
import { saveProfile, updateProfile } from "./peers/profiles.ts";
import { deletePublication, insertPublication } from "./publications/publications.ts";

forEachDatabase((name, open) => {
  it("keeps a content as it was first noted", async () => {
    const store = await open();
    await store.transaction((tx) => saveContent(tx, { hash: hashOf(1), size: 5, now: T0 }));
    await store.transaction((tx) => saveContent(tx, { hash: hashOf(1), size: 5, now: T0 + 1 }));
    expect(await findContent(store.db, hashOf(1))).toEqual({ hash: hashOf(1), size: 5, createdAt: T0 });
    expect(await findContent(store.db, hashOf(2))).toBeNull();
  });

  it("keeps the bytes of a small content until it is forgotten, or they are removed", async () => {
    const store = await open();
    const bytes = Buffer.from([0, 255, 10]);
    const content = { hash: hashOf(1), size: 3, now: T0 };
    const found = async () => [
      await findContentBytes(store.db, hashOf(1)).then((read) => read && Buffer.from(read)),
      await measureContentBytes(store.db, hashOf(1)),
    ];
    expect(await found()).toEqual([null, null]);
    await store.transaction((tx) => saveContent(tx, content));
    expect(await found()).toEqual([null, null]);
    await store.transaction((tx) => saveSmallContent(tx, { ...content, now: T0 + 1, bytes }));
    expect(await found()).toEqual([bytes, 3]);
    await store.transaction((tx) => saveSmallContent(tx, { ...content, bytes: Buffer.from("xyz") }));
    await store.transaction((tx) => saveContent(tx, content));
    expect(await found()).toEqual([bytes, 3]);
    expect(await findContent(store.db, hashOf(1))).toEqual({ hash: hashOf(1), size: 3, createdAt: T0 });
    await store.transaction((tx) => removeContentBytes(tx, hashOf(1)));
    expect(await found()).toEqual([null, null]);
    await store.transaction((tx) => saveSmallContent(tx, { ...content, bytes: Buffer.alloc(0) }));
    expect(await found()).toEqual([Buffer.alloc(0), 0]);
    expect(await store.transaction((tx) => deleteContentIfUnreferenced(tx, hashOf(1)))).toBe(true);
    expect(await found()).toEqual([null, null]);
  });

  it("forgets a content when the last publication and avatar with it are gone", async () => {
    const store = await open();
    const id = await store.transaction((tx) => storePublication(tx, draftOf(1, 1, T0)));
    const forget = () => store.transaction((tx) => deleteContentIfUnreferenced(tx, hashOf(1)));
    await store.transaction((tx) => updateProfile(tx, addressOf(1), { avatarHash: hashOf(1) }));
    expect(await forget()).toBe(false);
    await store.transaction((tx) => deletePublication(tx, id, 1));
    expect(await isReferenced(store.db, hashOf(1))).toBe(true);
    expect(await forget()).toBe(false);
    await store.transaction((tx) => updateProfile(tx, addressOf(1), { avatarHash: null }));
    expect(await isReferenced(store.db, hashOf(1))).toBe(false);
    expect(await forget()).toBe(true);
    expect(await forget()).toBe(false);
    expect(await findContent(store.db, hashOf(1))).toBeNull();
  });

  it("lists what nothing refers to, however much lies before it", async () => {
    const store = await open();
    await store.transaction(async (tx) => {
      await storePublication(tx, draftOf(1, 2_000, T0));
      await saveProfile(tx, profileOf(2, { avatarHash: hashOf(2_000) }));
      const rows = Array.from({ length: 1_500 }, (_, n) => ({ hash: hashOf(n), size: 1, createdAt: T0 }));
      await tx.insertInto("contents").values(rows).execute();
      for (let n = 0; n < 1_400; n += 1) await insertPublication(tx, draftOf(1, n, T0));
    });
    const all = await Array.fromAsync(walkUnreferencedContents(store.db));
    expect(all.map((content) => content.hash)).toEqual(
      Array.from({ length: 100 }, (_, n) => hashOf(1_400 + n)),
    );
  });

  if (name === "postgres") {
    it("does not forget a content that another transaction begins to refer to", async () => {
      const store = await open();
      await store.transaction(async (tx) => {
        await saveProfile(tx, profileOf(1));
        await saveContent(tx, { hash: hashOf(1), size: 1, now: T0 });
      });
      const { promise: inserted, resolve } = Promise.withResolvers<void>();
      const referring = store.transaction(async (tx) => {
        await insertPublication(tx, draftOf(1, 1, T0));
        resolve();
        await new Promise((done) => setTimeout(done, 50));
      });
      await inserted;
      expect(await store.transaction((tx) => deleteContentIfUnreferenced(tx, hashOf(1)))).toBe(false);
      await referring;
    });
  }
});
