import { expect, it } from "vitest";
import { forEachDatabase } from "../../test/support/databases.ts";
import { createDeliveryBench } from "../../test/support/delivery-bench.ts";
import { addressOf, T0 } from "../../test/support/store-records.ts";
import { bringForward, type Place } from "./bring-forward.ts";
import { listOutbox } from "./outbox.ts";
import { findPeer, scheduleCatchUp } from "./peers.ts";

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
    const places: (Place | null)[] = [];
    for (let place: Place | null | undefined; place !== null; places.push(place)) {
      const from = place && { place };
      place = await store.transaction((tx) => bringForward(tx, { ...step, ...from }, 2));
    }
    expect(places.map((place) => place?.table)).toEqual([
      "outbox",
      "pulls",
      "pulls",
      "jobs",
      "peers",
      "peers",
      undefined,
    ]);
    const rows = await listOutbox(store.db, { limit: 9 });
    expect(rows.map(({ nextTryAt }) => nextTryAt)).toEqual(peers.map(() => step.now));
    for (const peer of peers)
      expect(await findPeer(store.db, addressOf(peer))).toMatchObject({ nextCatchUpAt: step.now + hourMs });
  });
});
