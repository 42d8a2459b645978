import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { createDeliveryBench } from "../../../test/support/delivery-bench.ts";
import { addressOf, T0 } from "../../../test/support/store-records.ts";
import { findPeer, scheduleCatchUp } from "../peers/peers.ts";
import { bringForward, type Position } from "./bring-forward.ts";
import { listOutbox } from "./outbox.ts";

const hourMs = 3_600_000;
const peers = [2, 3, 4];

forEachDatabase((_name, open) => {
  it("moves each row once, however many batches it takes", async () => {
    await using bench = createDeliveryBench(await open());
    const { store } = bench;
    await bench.addOutbox(...peers);
    await bench.addPulls(...peers);
    await store.transaction(async (tx) => {
      for (const peer of peers) await scheduleCatchUp(tx, addressOf(peer), T0 + hourMs);
    });
    const step = { now: T0 - 5 * hourMs, by: 5 * hourMs };
    const positions: (Position | null)[] = [];
    for (let position: Position | null | undefined; position !== null; positions.push(position)) {
      const from = position && { position };
      position = await store.transaction((tx) => bringForward(tx, { ...step, ...from }, 2));
    }
    // Two batches of the peers, the outbox and the pulls; one of each other table.
    const second = positions.filter((position) => position !== null && position.after !== null);
    expect(second.map((position) => position?.after)).toEqual([addressOf(3), 2, 2]);
    expect(new Set(second.map((position) => position?.table)).size).toBe(3);
    expect(positions.at(-1)).toBeNull();
    const rows = await listOutbox(store.db, { limit: 9 });
    expect(rows.map(({ nextTryAt }) => nextTryAt)).toEqual(peers.map(() => step.now));
    for (const peer of peers)
      expect(await findPeer(store.db, addressOf(peer))).toMatchObject({ nextCatchUpAt: step.now + hourMs });
  });
});
