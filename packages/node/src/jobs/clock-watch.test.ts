import { expect, it } from "vitest";
import { forEachDatabase } from "../../test/support/databases.ts";
import { createDeliveryBench, until } from "../../test/support/delivery-bench.ts";
import { addressOf, T0 } from "../../test/support/store-records.ts";
import { readMeta } from "../store/meta.ts";
import { findPeer, scheduleCatchUp } from "../store/peers/peers.ts";
import { listOutbox } from "../store/queues/outbox.ts";
import { createClockWatch } from "./clock-watch.ts";
import { limits } from "./limits.ts";
import { notePeerFailure } from "./peer-health.ts";

const hourMs = 3_600_000;
const peer = addressOf(2);
const failure = { error: "x", random: 0.999 };

forEachDatabase((_name, open) => {
  it("lets nothing wait longer than it would have, when the clock goes back by hours", async () => {
    await using bench = createDeliveryBench(await open());
    const { store, clock } = bench;
    const watch = createClockWatch({ goesOn: () => 0 });
    await watch(bench);
    await bench.addOutbox(2);
    await bench.addPulls(2);
    await store.transaction((tx) => notePeerFailure(tx, peer, { ...failure, now: T0, startedAt: T0 }));
    await store.transaction((tx) => scheduleCatchUp(tx, peer, T0 + hourMs));
    const { nextTryAt = 0 } = (await findPeer(store.db, peer)) ?? {};
    expect(nextTryAt).toBeGreaterThan(T0);
    clock.advance(-5 * hourMs);
    await watch(bench);
    const wait = nextTryAt - T0;
    expect(await listOutbox(store.db, { limit: 9 })).toMatchObject([{ nextTryAt: clock.now() + wait }]);
    expect(await findPeer(store.db, peer)).toMatchObject({
      nextTryAt: clock.now() + wait,
      nextCatchUpAt: clock.now() + hourMs,
      lastFailureAt: clock.now(),
    });
    const done: number[] = [];
    const queue = bench.queue({
      table: "outbox",
      work: async ({ id }) => {
        done.push(id);
        return { result: "done" };
      },
    });
    await queue.settled();
    expect(done).toEqual([]);
    clock.advance(wait);
    queue.nudge();
    await until(() => done.length === 1);
    // Once is enough: what waits now waits for its own time.
    await store.transaction((tx) =>
      notePeerFailure(tx, addressOf(3), { ...failure, now: clock.now(), startedAt: clock.now() }),
    );
    const before = await findPeer(store.db, addressOf(3));
    clock.advance(0);
    await watch(bench);
    expect(await findPeer(store.db, addressOf(3))).toEqual(before);
  });

  it("leaves what is prepared for readers as it is", async () => {
    const store = await open();
    await using _watching = store.watch();
    await using bench = createDeliveryBench(store);
    await expect.poll(() => store.version(), { interval: 5 }).not.toBeNull();
    const watch = createClockWatch({ goesOn: () => 0 });
    await watch(bench);
    const version = store.version();
    bench.clock.advance(60_000);
    await watch(bench);
    bench.clock.advance(-5 * hourMs);
    await watch(bench);
    expect(store.version()).toBe(version);
    expect(await readMeta(store.db, "clock.seen")).toBe(String(bench.clock.now()));
  });

  it("makes a failure after that a new one, which waits for its own time", async () => {
    await using bench = createDeliveryBench(await open());
    const { store, clock } = bench;
    const watch = createClockWatch({ goesOn: () => 0 });
    await watch(bench);
    for (let count = 0; count < 20; count += 1) {
      const now = clock.now() + count * hourMs;
      await store.transaction((tx) => notePeerFailure(tx, peer, { ...failure, now, startedAt: now }));
    }
    clock.advance(-5 * hourMs);
    await watch(bench);
    const now = clock.now() + 1;
    const noted = await store.transaction((tx) =>
      notePeerFailure(tx, peer, { ...failure, now, startedAt: now }),
    );
    expect(noted.nextTryAt).toBeLessThanOrEqual(now + limits.longestRetryMs);
  });

  it("knows of the time before the start", async () => {
    await using bench = createDeliveryBench(await open());
    const { store, clock } = bench;
    await createClockWatch()(bench);
    clock.advance(1);
    await bench.addOutbox(2);
    clock.advance(-limits.clockBackMs);
    await createClockWatch()(bench);
    const [row] = await listOutbox(store.db, { limit: 9 });
    expect(row?.nextTryAt).toBe(T0 + 1);
    // A step that is too small to be noticed costs no more than itself.
    clock.advance(-2 * limits.clockBackMs);
    await createClockWatch()(bench);
    const [again] = await listOutbox(store.db, { limit: 9 });
    expect(again).toMatchObject({ nextTryAt: clock.now() + limits.clockBackMs, createdAt: clock.now() });
    expect((again?.expiresAt ?? 0) - (again?.createdAt ?? 0)).toBe(
      (row?.expiresAt ?? 0) - (row?.createdAt ?? 0),
    );
  });
});
