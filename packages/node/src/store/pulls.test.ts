import { expect, it } from "vitest";
import { forEachDatabase } from "../../test/support/databases.ts";
import { addressOf, hashOf, listPulls, pullOf, T0 } from "../../test/support/store-records.ts";
import { addPulls, findPull } from "./pulls.ts";

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
});
