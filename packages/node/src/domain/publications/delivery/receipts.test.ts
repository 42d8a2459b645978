import { describe, expect, it } from "vitest";
import type { CannedPeer } from "../../../../test/support/canned-peer.ts";
import { jsonReply } from "../../../../test/support/canned-peer.ts";
import { databases } from "../../../../test/support/databases.ts";
import { createReplicaBench } from "../../../../test/support/replica-bench.ts";
import { signedOf, storePublication } from "../../../../test/support/store-records.ts";
import { addPublicationForFollowers } from "../../../store/queues/fan-out.ts";
import { listOutbox } from "../../../store/queues/outbox.ts";
import { finishRows, pruneRows } from "../../../store/queues/queue-rows.ts";
import { readDelivery } from "./deliveries.ts";
import { checkReceipts } from "./receipts.ts";

describe.each(databases)("on %s", (database) => {
  async function openTold() {
    const bench = await createReplicaBench({ database });
    const { store, clock } = bench.context;
    const peers: CannedPeer[] = [];
    for (const number of [2, 3, 4, 5]) peers.push(await bench.follower(number));
    const { signature } = bench.peer(6).publish("hello", { timestamp: 1 }).envelope;
    const id = await store.transaction(async (tx) => {
      const made = await storePublication(tx, { ...signedOf(1, 77, clock.now() / 1000), signature });
      const times = { now: clock.now(), expiresAt: clock.now() + 1_000_000 };
      await addPublicationForFollowers(tx, { self: bench.self, publicationId: made, ...times });
      return made;
    });
    const rows = await listOutbox(store.db, { limit: 10 });
    await store.transaction((tx) =>
      finishRows(
        tx,
        "outbox",
        rows.map((row) => ({ id: row.id, state: "done", error: null, at: clock.now(), answer: "accepted" })),
      ),
    );
    return { bench, peers, id };
  }

  it("asks each follower by its proof, and keeps who says to have it", async () => {
    const { bench, peers, id } = await openTold();
    await using _ = bench;
    const replies = [
      () => jsonReply(409, { error: "REPLICATION_ALREADY_EXISTS" }),
      null,
      () => jsonReply(401, { error: "NOT_FOLLOWING" }),
      () => jsonReply(503, {}),
    ];
    for (const [index, peer] of peers.entries()) peer.override = replies[index] ?? null;
    bench.context.clock.advance(5_000);
    const checked = new Map(
      (await checkReceipts(bench.context, id)).map(({ peerAddress, answer }) => [peerAddress, answer]),
    );
    expect(peers.map(({ address }) => checked.get(address))).toEqual(["has", "accepted", "denied", "silent"]);
    expect(peers[0]?.requests).toEqual(["POST /ewp/publications"]);
    const { items } = (await readDelivery(bench.context, id, { first: 9 })).page;
    const now = new Date(bench.context.clock.now()).toISOString();
    const kept = new Map(
      items.map(({ peerAddress, answer, answeredAt }) => [peerAddress, [answer, answeredAt === now]]),
    );
    expect(peers.map(({ address }) => kept.get(address))).toEqual([
      ["has", true],
      ["accepted", true],
      ["accepted", false],
      ["accepted", false],
    ]);
    const [one] = await checkReceipts(bench.context, id, peers[0] ? { peer: peers[0].address } : {});
    expect(one).toEqual({ peerAddress: peers[0]?.address, answer: "has" });
  });

  it("are kept when other work that is over is deleted", async () => {
    const { bench, id } = await openTold();
    await using _ = bench;
    const { store, clock } = bench.context;
    const prune = () => store.transaction((tx) => pruneRows(tx, "outbox", clock.now() + 1, 10));
    expect(await prune()).toBe(0);
    expect((await readDelivery(bench.context, id, { first: 9 })).counts.done).toBe(4);
    await store.transaction((tx) => tx.updateTable("outbox").set({ kind: "profile.update" }).execute());
    expect(await prune()).toBe(4);
  });

  it("are refused for a post that nobody was told of", async () => {
    const { bench } = await openTold();
    await using _ = bench;
    await expect(checkReceipts(bench.context, 999)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
