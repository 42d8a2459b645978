import { afterEach, expect, it } from "vitest";
import { forEachDatabase } from "../../test/support/databases.ts";
import { createDeliveryBench, type DeliveryBench } from "../../test/support/delivery-bench.ts";
import { addressOf } from "../../test/support/store-records.ts";
import { findPeer } from "../store/peers/peers.ts";
import { createPeerHealth } from "./peer-health.ts";
import type { Outcome } from "./retry.ts";

const hourMs = 60 * 60 * 1000;
const down: Outcome = { result: "later", reason: "it can't be reached", scope: "peer" };

forEachDatabase((_name, open) => {
  let b: DeliveryBench;
  afterEach(() => b[Symbol.asyncDispose]());

  it("tells of a peer once when it could not be reached for a day, and again after it was back", async () => {
    b = createDeliveryBench(await open());
    const told: { address: string; since: number; now: number }[] = [];
    let answer: Outcome = down;
    await b.addOutbox(1, 1, 2);
    const queue = b.queue({
      table: "outbox",
      work: async ({ peerAddress }) => (peerAddress === addressOf(1) ? answer : { result: "done" }),
      health: createPeerHealth(async (_tx, peer) => {
        told.push(peer);
      }),
    });
    /** Goes from try to try until so much time is over. */
    const fail = async (ms: number) => {
      const end = b.clock.now() + ms;
      for (;;) {
        await queue.settled();
        const next = (await findPeer(b.store.db, addressOf(1)))?.nextTryAt ?? 0;
        if (next > end) return b.clock.advance(end - b.clock.now());
        b.clock.advance(next - b.clock.now());
      }
    };
    const firstFailure = b.clock.now();
    await fail(23 * hourMs);
    expect(told).toEqual([]);
    await fail(72 * hourMs);
    expect(told).toMatchObject([{ address: addressOf(1), since: firstFailure }]);
    expect((told[0]?.now ?? 0) - firstFailure).toBeGreaterThanOrEqual(24 * hourMs);

    answer = { result: "done" };
    b.clock.advance(24 * hourMs);
    await queue.settled();
    expect(await findPeer(b.store.db, addressOf(1))).toMatchObject({ state: "healthy", failingSince: null });
    answer = down;
    await b.addOutbox(1);
    const secondFailure = b.clock.now();
    await fail(72 * hourMs);
    expect(told).toHaveLength(2);
    expect(told[1]).toMatchObject({ since: secondFailure });
  });
});
