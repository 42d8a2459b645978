import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import {
  addressOf,
  hashOf,
  listPulls,
  profileOf,
  pullOf,
  signedOf,
  storeConnection,
  T0,
} from "../../../test/support/store-records.ts";
import { saveContent } from "../contents.ts";
import { saveProfile } from "../peers/profiles.ts";
import { countReplicas } from "../peers/replicas.ts";
import { insertPublicationTombstone } from "../publications/publication-tombstones.ts";
import { insertReplica } from "../publications/publications.ts";
import { addPulls, findPull, findPullSource } from "./pulls.ts";

forEachDatabase((_name, open) => {
  it("queues proofs once, in their order, however many", async () => {
    const store = await open();
    const pulls = Array.from({ length: 1_201 }, (_, n) => pullOf(1, n));
    expect(await store.transaction((tx) => addPulls(tx, []))).toBe(0);
    expect(await store.transaction((tx) => addPulls(tx, pulls.slice(0, 3)))).toBe(3);
    expect(await store.transaction((tx) => addPulls(tx, pulls))).toBe(1_198);
    expect(
      await store.transaction((tx) => addPulls(tx, [pullOf(1, 0, { timestamp: 1 }), pullOf(2, 0)])),
    ).toBe(2);
    const listed = await listPulls(store.db, { limit: 2_000 });
    const ofPeer = listed.filter((pull) => pull.peerAddress === addressOf(1));
    const contents = ofPeer.map((pull) => Number(pull.contentHash)).reverse();
    expect(contents).toEqual([...Array.from({ length: 1_201 }, (_, n) => n), 0]);
  });

  it("finds a pull as it was queued", async () => {
    const store = await open();
    await store.transaction((tx) => addPulls(tx, [pullOf(1, 9, { slug: "s" }), pullOf(2, 9)]));
    const { now, ...given } = pullOf(1, 9, { slug: "s" });
    const found = await findPull(store.db, addressOf(1), hashOf(9), given.timestamp);
    const waiting = { state: "pending", attempts: 0, nextTryAt: T0, claimedBy: null, finishedAt: null };
    expect(found).toEqual({ id: found?.id, ...given, ...waiting, createdAt: now, lastError: null });
    expect(await findPull(store.db, addressOf(1), hashOf(9), 1)).toBeNull();
    const pending = await listPulls(store.db, { state: "pending", limit: 9 });
    expect(pending.map((pull) => pull.peerAddress)).toEqual([addressOf(2), addressOf(1)]);
    expect(pending[1]).toEqual(found);
    expect(await listPulls(store.db, { state: "done", limit: 9 })).toEqual([]);
  });

  it("finds the source of a pull, where its publisher is followed by the owner", async () => {
    const store = await open();
    const find = (changes = {}) => findPullSource(store.db, pullOf(2, 9, changes));
    await store.transaction(async (tx) => {
      await storeConnection(tx, 3, 2);
      await saveProfile(tx, profileOf(1, { isSelf: true }));
    });
    expect(await find()).toBeNull();
    await store.transaction((tx) => storeConnection(tx, 1, 2));
    const { address, url, fetchedAt } = profileOf(2);
    const source = { self: addressOf(1), publisher: { address, url, fetchedAt }, isKnown: false };
    expect(await find()).toEqual({ ...source, usage: { replicas: 0, bytes: 0 } });
    const known = signedOf(2, 9, 5);
    await store.transaction(async (tx) => {
      await saveContent(tx, { hash: known.contentHash, size: 700, now: T0 });
      await insertReplica(tx, known);
      await insertPublicationTombstone(tx, { ...pullOf(2, 8), publisherAddress: address }, T0);
      await countReplicas(tx, address, { replicas: 1, bytes: 700 });
    });
    const usage = { replicas: 1, bytes: 700 };
    expect(await find()).toEqual({ ...source, usage });
    const { contentHash, timestamp } = known;
    expect(await find({ contentHash, timestamp })).toEqual({ ...source, usage, isKnown: true });
    expect(await find({ contentHash: hashOf(8) })).toEqual({ ...source, usage, isKnown: true });
    expect(await find({ peerAddress: addressOf(3) })).toBeNull();
  });
});
