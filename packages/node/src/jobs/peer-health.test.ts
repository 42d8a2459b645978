import { afterEach, describe, expect, it } from "vitest";
import { forEachDatabase } from "../../test/support/databases.ts";
import { createDeliveryBench, type DeliveryBench } from "../../test/support/delivery-bench.ts";
import { plansOf } from "../../test/support/query-plans.ts";
import { addressOf, listPulls, pullOf } from "../../test/support/store-records.ts";
import { ensurePeer, findPeer, scheduleCatchUp } from "../store/peers/peers.ts";
import { addPulls } from "../store/queues/pulls.ts";
import { hearFrom, noteHeardFrom, notePeerSuccess } from "./peer-health.ts";
import type { Outcome } from "./retry.ts";

const down: Outcome = { result: "later", reason: "it can't be reached", scope: "peer" };
const done: Outcome = { result: "done" };

forEachDatabase((_name, open) => {
  let b: DeliveryBench;
  afterEach(() => b[Symbol.asyncDispose]());

  /** Both queues over a peer whose answers can be changed; `calls` is what it got. */
  async function start() {
    b = createDeliveryBench(await open());
    const peer = { answer: down, calls: 0 };
    const work = async () => {
      peer.calls += 1;
      return peer.answer;
    };
    await b.addOutbox(1, 1, 1, 1, 1, 1);
    await b.addPulls(1, 1, 1);
    const outbox = b.queue({ table: "outbox", work });
    await outbox.settled();
    const pulls = b.queue({ table: "pulls", work });
    const settled = async () => {
      await outbox.settled();
      await pulls.settled();
      await outbox.settled();
    };
    await settled();
    return { peer, settled };
  }
  const state = () => findPeer(b.store.db, addressOf(1));

  it("calls a peer that is down once, not once for each row, in both queues", async () => {
    const { peer } = await start();
    expect(peer.calls).toBe(1);
    expect(await state()).toMatchObject({ state: "failing", failures: 1, nextTryAt: b.clock.now() + 2_500 });
    const pulls = await listPulls(b.store.db, { limit: 10 });
    expect(pulls.map(({ nextTryAt }) => nextTryAt)).toEqual([1, 1, 1].map(() => b.clock.now() + 2_500));
  });

  it("tries one again when it is time, and waits longer each time", async () => {
    const { peer, settled } = await start();
    b.clock.advance(2_499);
    await settled();
    expect(peer.calls).toBe(1);
    b.clock.advance(1);
    await settled();
    expect(await state()).toMatchObject({ failures: 2, nextTryAt: b.clock.now() + 5_000 });
    // One row of each queue at the most, for both may look at the same moment.
    expect(peer.calls).toBeLessThanOrEqual(3);
  });

  it("does as the peer says about when to come back", async () => {
    const { peer, settled } = await start();
    peer.answer = { ...down, afterMs: 3_600_000 };
    b.clock.advance(2_500);
    await settled();
    expect((await state())?.nextTryAt).toBe(b.clock.now() + 3_600_000);
  });

  it("notes in a few statements that many were reached", async () => {
    b = createDeliveryBench(await open());
    const now = b.clock.now();
    const addresses = Array.from({ length: 40 }, (_, index) => addressOf(index + 1));
    const plans = await plansOf(b.store, (tx) => notePeerSuccess(tx, addresses, now));
    expect(plans.length).toBeLessThan(20);
    expect(await findPeer(b.store.db, addressOf(40))).toMatchObject({ state: "healthy", lastSuccessAt: now });
  });

  it("sends everything when the peer is back, and has its index reconciled", async () => {
    const { peer, settled } = await start();
    await b.store.transaction((tx) => scheduleCatchUp(tx, addressOf(1), b.clock.now() + 10 ** 9));
    const told: string[] = [];
    b.store.onDue("catch-ups", () => told.push("catch-up"));
    peer.answer = done;
    b.clock.advance(2_500);
    await settled();
    expect(peer.calls).toBe(1 + 9);
    expect(await state()).toMatchObject({
      state: "healthy",
      failures: 0,
      nextTryAt: 0,
      lastError: null,
      nextCatchUpAt: b.clock.now(),
    });
    expect(told).not.toEqual([]);
  });

  it("does not schedule a catch-up with a peer that is not followed", async () => {
    const { peer, settled } = await start();
    peer.answer = done;
    b.clock.advance(2_500);
    await settled();
    expect(await state()).toMatchObject({ state: "healthy", nextCatchUpAt: null });
  });

  it("does not take a refusal that was found here for an answer of the peer", async () => {
    const { peer, settled } = await start();
    peer.answer = { result: "refused", reason: "deleted" };
    b.clock.advance(2_500);
    await settled();
    expect(await state()).toMatchObject({ state: "failing", failures: 1 });
    peer.answer = { result: "refused", reason: "it said no", reached: true };
    await b.addOutbox(1);
    await settled();
    expect(await state()).toMatchObject({ state: "healthy" });
  });

  describe("a peer that is heard from", () => {
    /** Fails until the next try is far away. */
    async function failing() {
      const started = await start();
      for (let failures = 1; failures < 8; failures += 1) {
        b.clock.advance(((await state())?.nextTryAt ?? 0) - b.clock.now());
        await started.settled();
      }
      expect(await state()).toMatchObject({ failures: 8, nextTryAt: b.clock.now() + 320_000 });
      started.peer.calls = 0;
      return started;
    }
    const hear = () => noteHeardFrom(b, addressOf(1));

    it("is tried a minute after the last try, and its failures stay", async () => {
      const { peer, settled } = await failing();
      b.clock.advance(10_000);
      await hear();
      await settled();
      expect(peer.calls).toBe(0);
      b.clock.advance(50_000);
      await settled();
      expect(peer.calls).toBeGreaterThan(0);
      expect(await state()).toMatchObject({ failures: 9 });
    });

    it("is tried at once when the last try was long ago", async () => {
      const { peer, settled } = await failing();
      b.clock.advance(100_000);
      peer.answer = done;
      await hear();
      await settled();
      expect(peer.calls).toBe(9);
      expect(await state()).toMatchObject({ state: "healthy" });
    });

    it("has its index reconciled then as well", async () => {
      await failing();
      await b.store.transaction((tx) => scheduleCatchUp(tx, addressOf(1), b.clock.now() + 10 ** 9));
      b.clock.advance(10_000);
      await hear();
      expect((await state())?.nextCatchUpAt).toBe(b.clock.now() + 50_000);
    });

    it("costs a try a minute, however much it talks", async () => {
      const { peer, settled } = await failing();
      let rounds = 0;
      for (let second = 0; second < 600; second += 5) {
        b.clock.advance(5_000);
        const before = peer.calls;
        const now = b.clock.now();
        await b.store.transaction(async (tx) => {
          await addPulls(tx, [pullOf(1, 1_000 + second, { now, expiresAt: now + 10 ** 9 })]);
          await hearFrom(tx, addressOf(1), now);
        });
        await settled();
        if (peer.calls > before) rounds += 1;
      }
      expect(rounds).toBeLessThanOrEqual(10);
      expect(rounds).toBeGreaterThanOrEqual(8);
    });

    it("is noted when it is healthy, to ten seconds", async () => {
      b = createDeliveryBench(await open());
      await b.store.transaction((tx) => ensurePeer(tx, addressOf(1)));
      await hear();
      const first = b.clock.now();
      b.clock.advance(9_000);
      await hear();
      expect((await state())?.heardAt).toBe(first);
      b.clock.advance(1_000);
      await hear();
      expect((await state())?.heardAt).toBe(first + 10_000);
    });

    it("is nothing when nobody knows it", async () => {
      b = createDeliveryBench(await open());
      await hear();
      expect(await state()).toBeNull();
    });
  });
});
