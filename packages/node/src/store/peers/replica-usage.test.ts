import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { addressOf, hashOf, listPulls, T0 } from "../../../test/support/store-records.ts";
import { addPulls, countPullsWaiting, reopenPullsForRoom } from "../queues/pulls.ts";
import { finishRows } from "../queues/queue-rows.ts";
import { countReplicas, discountReplica, readReplicaUsage } from "./replicas.ts";

forEachDatabase((_name, open) => {
  it("counts what comes and goes", async () => {
    const store = await open();
    const [one, other] = [addressOf(1), addressOf(2)];
    await store.transaction(async (tx) => {
      await countReplicas(tx, one, { replicas: 1, bytes: 100 });
      await countReplicas(tx, one, { replicas: 1, bytes: 5_000_000_000 });
      await countReplicas(tx, other, { replicas: 1, bytes: 7 });
      await discountReplica(tx, one, { bytes: 100, now: T0 });
    });
    expect(await readReplicaUsage(store.db, one)).toEqual({ replicas: 1, bytes: 5_000_000_000, freedAt: T0 });
    expect(await readReplicaUsage(store.db, other)).toEqual({ replicas: 1, bytes: 7, freedAt: 0 });
    expect(await readReplicaUsage(store.db, addressOf(3))).toEqual({ replicas: 0, bytes: 0, freedAt: 0 });
  });

  it("reopens what was refused under another quota, or before something was deleted, and nothing else", async () => {
    const store = await open();
    const peer = addressOf(1);
    const errors = ["no room: 1", "no room: 2", "no room: 2", "not following any more"];
    const at = [T0, T0, T0 + 10, T0];
    await store.transaction(async (tx) => {
      const pulls = errors.map((_, number) => ({
        peerAddress: peer,
        contentHash: hashOf(number),
        timestamp: T0 / 1000,
        signature: "0x" as const,
        proofType: "",
        slug: null,
        now: T0,
        expiresAt: T0 + 1_000,
      }));
      await addPulls(tx, pulls);
      const ids = (await listPulls(tx, { limit: 10 })).map(({ id }) => id).reverse();
      await finishRows(
        tx,
        "pulls",
        ids.map((id, place) => ({ id, state: "refused", error: errors[place] ?? "", at: at[place] ?? 0 })),
      );
    });
    expect(await countPullsWaiting(store.db, peer)).toBe(4);
    const quota = {
      reason: "no room:",
      current: "no room: 2",
      freedAt: T0 + 5,
      now: T0 + 20,
      expiresAt: T0 + 99,
    };
    expect(await store.transaction((tx) => reopenPullsForRoom(tx, peer, quota))).toBe(2);
    const pending = await listPulls(store.db, { state: "pending", limit: 10 });
    expect(pending.map(({ contentHash }) => contentHash).sort()).toEqual([hashOf(0), hashOf(1)]);
  });
});
