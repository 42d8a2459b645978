import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import {
  addressOf,
  draftOf,
  hashOf,
  profileOf,
  signedOf,
  storePublication,
  T0,
} from "../../../test/support/store-records.ts";
import { saveContent } from "../contents.ts";
import type { Store } from "../database.ts";
import { saveProfile } from "../peers/profiles.ts";
import {
  deletePublication,
  findPublication,
  findPublicationBySlug,
  insertPublication,
  listPublicationsByHash,
  updatePublication,
} from "./publications.ts";
import { findSignedPublication } from "./signed-publications.ts";

const add = (store: Store, publication: ReturnType<typeof draftOf>) =>
  store.transaction((tx) => storePublication(tx, publication));

forEachDatabase((_name, open) => {
  it("finds a publication as it was inserted", async () => {
    const store = await open();
    const file = { kind: "FILE", filename: "a.png", description: "A", slug: "a" } as const;
    const publication = { ...signedOf(1, 1, 100, 3), ...file, mediaType: "image/png" };
    const id = await add(store, publication);
    const place = { siteTime: 100, siteSeq: 3, siteId: id, publishedAt: 100_000, modifiedAt: 100_000 };
    const feedId = `urn:sha256:${hashOf(1).slice(2)}:100`;
    expect(await findPublication(store.db, id)).toEqual({ id, ...publication, ...place, feedId });
    expect(await findPublication(store.db, id + 1)).toBeNull();
  });

  it("never gives an id out twice", async () => {
    const store = await open();
    const first = await add(store, draftOf(1, 1, T0));
    expect(await store.transaction((tx) => deletePublication(tx, first, 1))).toBe(true);
    expect(await store.transaction((tx) => deletePublication(tx, first, 1))).toBe(false);
    expect(await add(store, draftOf(1, 1, T0))).toBeGreaterThan(first);
  });

  it("takes a signed publication once", async () => {
    const store = await open();
    await add(store, signedOf(1, 1, 100));
    await add(store, signedOf(1, 1, 101));
    await add(store, signedOf(2, 1, 100));
    await add(store, draftOf(1, 1, T0));
    await add(store, draftOf(1, 1, T0));
    const error: unknown = await add(store, signedOf(1, 1, 100)).catch((reason: unknown) => reason);
    expect(store.dialect.isUniqueViolation(error)).toBe(true);
  });

  it("refuses a publication of an unknown publisher, of an unknown content, or signed by halves", async () => {
    const store = await open();
    await store.transaction((tx) => saveProfile(tx, profileOf(1)));
    const insert = (publication: ReturnType<typeof draftOf>) =>
      store.transaction((tx) => insertPublication(tx, publication));
    await expect(insert(draftOf(1, 1, T0))).rejects.toThrow();
    await store.transaction((tx) => saveContent(tx, { hash: hashOf(1), size: 1, now: T0 }));
    await expect(insert(draftOf(2, 1, T0))).rejects.toThrow();
    await expect(insert({ ...signedOf(1, 1, 100), signature: null })).rejects.toThrow();
    await expect(insert({ ...signedOf(1, 1, 100), state: "local" })).rejects.toThrow();
    await expect(insert(signedOf(1, 1, 100))).resolves.toBeGreaterThan(0);
  });

  it("finds what is signed by hash, publisher and second, or the newest", async () => {
    const store = await open();
    const ids = {
      old: await add(store, signedOf(1, 1, 100)),
      new: await add(store, signedOf(1, 1, 200)),
      draft: await add(store, draftOf(1, 1, T0)),
      other: await add(store, signedOf(2, 1, 300)),
    };
    const find = async (publisher: number, content: number, timestamp: number | null) =>
      (await findSignedPublication(store.db, addressOf(publisher), hashOf(content), timestamp))?.id ?? null;
    expect(await find(1, 1, 100)).toBe(ids.old);
    expect(await find(1, 1, null)).toBe(ids.new);
    expect(await find(1, 1, 150)).toBeNull();
    expect(await find(3, 1, null)).toBeNull();
    expect(await find(1, 2, null)).toBeNull();
    const all = await listPublicationsByHash(store.db, hashOf(1));
    expect(all.map((publication) => publication.id)).toEqual([ids.old, ids.new, ids.draft, ids.other]);
  });

  it("finds the newest publication with a slug, a draft last", async () => {
    const store = await open();
    const old = await add(store, { ...signedOf(1, 1, 100), slug: "hello" });
    const find = async (publisher: number, slug: string) =>
      (await findPublicationBySlug(store.db, addressOf(publisher), slug))?.id ?? null;
    expect(await find(1, "hello")).toBe(old);
    const draft = await add(store, { ...draftOf(1, 2, T0), slug: "hello" });
    expect(await find(1, "hello")).toBe(old);
    const newer = await add(store, { ...signedOf(1, 3, 200), slug: "hello" });
    expect(await find(1, "hello")).toBe(newer);
    await store.transaction(async (tx) => {
      for (const id of [old, newer]) await deletePublication(tx, id, 1);
    });
    expect(await find(1, "hello")).toBe(draft);
    expect(await find(2, "hello")).toBeNull();
    expect(await find(1, "Hello")).toBeNull();
  });

  it("changes the fields that a patch names, and no others", async () => {
    const store = await open();
    const draft = draftOf(1, 1, T0);
    const id = await add(store, draft);
    const { state, timestamp, signature, proofType } = signedOf(1, 1, 100);
    const patch = { state, timestamp, signature, proofType, seq: 4, slug: "s", updatedAt: T0 + 9 };
    expect(await store.transaction((tx) => updatePublication(tx, id, patch))).toBe(true);
    const place = {
      feedId: `urn:sha256:${hashOf(1).slice(2)}:100`,
      publishedAt: 100_000,
      siteTime: 100,
      siteSeq: 4,
      siteId: id,
      modifiedAt: 100_000,
    };
    expect(await findPublication(store.db, id)).toEqual({ id, ...draft, ...patch, ...place });
    expect(await store.transaction((tx) => updatePublication(tx, id, { slug: null }))).toBe(true);
    expect(await findPublication(store.db, id)).toEqual({ id, ...draft, ...patch, ...place, slug: null });
    expect(await store.transaction((tx) => updatePublication(tx, id, {}))).toBe(true);
    expect(await store.transaction((tx) => updatePublication(tx, id + 1, patch))).toBe(false);
  });
});
