import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { addressOf, profileOf } from "../../../test/support/store-records.ts";
import { saveContent } from "../contents.ts";
import { findOwnProfile, findProfile, saveProfile, updateProfile } from "./profiles.ts";

forEachDatabase((_name, open) => {
  it("finds a profile as it was saved, and this node's own", async () => {
    const store = await open();
    expect(await findOwnProfile(store.db)).toBeNull();
    const own = profileOf(1, { isSelf: true, description: "me", fetchedAt: 0 });
    const other = profileOf(2, { form: "reference" });
    await store.transaction(async (tx) => {
      await saveProfile(tx, own);
      await saveProfile(tx, other);
    });
    expect(await findOwnProfile(store.db)).toEqual(own);
    expect(await findProfile(store.db, addressOf(1))).toEqual(own);
    expect(await findProfile(store.db, addressOf(2))).toEqual(other);
    expect(await findProfile(store.db, addressOf(3))).toBeNull();
  });

  it("writes over what was known, but for when it became known and whose it is", async () => {
    const store = await open();
    await store.transaction((tx) => saveProfile(tx, profileOf(1, { isSelf: true, createdAt: 5 })));
    const later = profileOf(1, { title: "New", form: null, updatedAt: 9, createdAt: 8 });
    await store.transaction((tx) => saveProfile(tx, later));
    expect(await findOwnProfile(store.db)).toEqual({ ...later, isSelf: true, createdAt: 5 });
  });

  it("lets one profile be this node's own", async () => {
    const store = await open();
    await store.transaction((tx) => saveProfile(tx, profileOf(1, { isSelf: true })));
    const second = store.transaction((tx) => saveProfile(tx, profileOf(2, { isSelf: true })));
    const error: unknown = await second.catch((reason: unknown) => reason);
    expect(store.dialect.isUniqueViolation(error)).toBe(true);
  });

  it("changes the fields that a patch names, and no others", async () => {
    const store = await open();
    const before = profileOf(1, { description: "old" });
    await store.transaction((tx) => saveProfile(tx, before));
    await store.transaction(async (tx) => {
      await saveContent(tx, { hash: "0x01", size: 1, now: 0 });
      const patch = { description: null, avatarHash: "0x01", avatarType: "image/png", updatedAt: 7 } as const;
      expect(await updateProfile(tx, addressOf(1), patch)).toBe(true);
      expect(await updateProfile(tx, addressOf(1), {})).toBe(true);
      expect(await updateProfile(tx, addressOf(2), { title: "x" })).toBe(false);
      expect(await updateProfile(tx, addressOf(2), {})).toBe(false);
    });
    const after = { ...before, description: null, avatarHash: "0x01", avatarType: "image/png", updatedAt: 7 };
    expect(await findProfile(store.db, addressOf(1))).toEqual(after);
  });
});
