import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import {
  addressOf,
  hashOf,
  pullOf,
  signedOf,
  storePublication,
  T0,
} from "../../../test/support/store-records.ts";
import { knownProofs, proofKey } from "../peers/replicas.ts";
import { addPulls, findPull } from "../queues/pulls.ts";
import { finishRows } from "../queues/queue-rows.ts";
import { insertPublicationTombstone, isSignedOrDeleted } from "./publication-tombstones.ts";

const publisher = addressOf(1);

forEachDatabase((_name, open) => {
  it("knows what is stored, queued or deleted, of that publisher and second alone", async () => {
    const store = await open();
    const tombstone = { publisherAddress: publisher, contentHash: hashOf(4), timestamp: 100 };
    await store.transaction(async (tx) => {
      await storePublication(tx, signedOf(1, 1, 100));
      await storePublication(tx, signedOf(2, 5, 100));
      await addPulls(tx, [pullOf(1, 2, { timestamp: 100 }), pullOf(1, 3, { timestamp: 100 })]);
      const refused = await findPull(tx, publisher, hashOf(3), 100);
      await finishRows(tx, "pulls", [{ id: refused?.id ?? 0, state: "refused", error: "no", at: T0 }]);
      await insertPublicationTombstone(tx, tombstone, T0);
      await insertPublicationTombstone(tx, tombstone, T0 + 1);
    });
    const asked = [1, 2, 3, 4, 5, 6].flatMap((content) =>
      [99, 100].map((timestamp) => ({ contentHash: hashOf(content), timestamp })),
    );
    const known = await knownProofs(store.db, publisher, asked);
    expect([...known].toSorted()).toEqual([1, 2, 3, 4].map((content) => proofKey(hashOf(content), 100)));
    expect(await isSignedOrDeleted(store.db, tombstone)).toBe(true);
    expect(await isSignedOrDeleted(store.db, { ...tombstone, timestamp: 99 })).toBe(false);
  });

  it("answers for none and for a thousand at once", async () => {
    const store = await open();
    expect(await knownProofs(store.db, publisher, [])).toEqual(new Set());
    const pulls = Array.from({ length: 1_000 }, (_, n) => pullOf(1, n, { timestamp: 5_000_000_000 + n }));
    expect(await store.transaction((tx) => addPulls(tx, pulls.slice(300)))).toBe(700);
    const known = await knownProofs(store.db, publisher, pulls);
    expect(known).toEqual(
      new Set(pulls.slice(300).map((pull) => proofKey(pull.contentHash, pull.timestamp))),
    );
  });
});
