import { setTimeout as pause } from "node:timers/promises";
import type { Address } from "@freehold/protocol";
import { afterEach, expect, it } from "vitest";
import { forEachDatabase } from "../../test/support/databases.ts";
import {
  createHandClock,
  createHeldStore,
  createRecordedLog,
  createTally,
  until,
} from "../../test/support/delivery-bench.ts";
import { addressOf } from "../../test/support/store-records.ts";
import type { Store } from "../store/database.ts";
import { findPeer, recordCaughtUp, scheduleCatchUp } from "../store/peers/peers.ts";
import { type CatchUpQueueOptions, type CatchUpTurn, createCatchUpQueue } from "./catch-up-queue.ts";
import { limits } from "./limits.ts";
import type { Queue } from "./worker.ts";

forEachDatabase((_name, open) => {
  const loops: Queue[] = [];
  afterEach(async () => {
    await Promise.all(loops.splice(0).map((loop) => loop.stop()));
  });

  async function start(
    due: number,
    work: (store: Store, address: Address, signal: AbortSignal, turn: CatchUpTurn) => Promise<unknown>,
    options: Partial<CatchUpQueueOptions> = {},
    given?: Store,
  ) {
    const store = given ?? (await open());
    const context = { store, clock: createHandClock(), log: createRecordedLog() };
    await store.transaction(async (tx) => {
      for (let peer = 1; peer <= due; peer += 1)
        await scheduleCatchUp(tx, addressOf(peer), context.clock.now());
    });
    const loop = createCatchUpQueue({
      context,
      work: (address, signal, turn) => work(store, address, signal, turn),
      pollMs: 10,
      ...options,
    });
    loops.push(loop);
    loop.start();
    return { ...context, loop };
  }

  const next = async (store: Store, peer: number) =>
    (await findPeer(store.db, addressOf(peer)))?.nextCatchUpAt;
  /** As a reconciliation ends: the next time is in a thousand seconds. */
  const caughtUp = (store: Store, address: Address, now: number) =>
    store.transaction((tx) => recordCaughtUp(tx, address, { now, next: now + 1_000_000 }));

  it("runs what is due, side by side up to its limit, each once", async () => {
    const tally = createTally();
    const seen: Address[] = [];
    const { loop, store, clock } = await start(
      20,
      async (store, address) => {
        tally.enter(address);
        seen.push(address);
        await pause(1);
        await caughtUp(store, address, clock.now());
        tally.leave(address);
      },
      { limit: 3 },
    );
    await loop.settled();
    expect(new Set(seen).size).toBe(20);
    expect(seen).toHaveLength(20);
    expect(tally.mostAtOnce).toBeLessThanOrEqual(3);
    clock.advance(1_000_000);
    await loop.settled();
    expect(seen).toHaveLength(40);
    expect(await next(store, 1)).toBe(clock.now() + 1_000_000);
  });

  it("runs one at a time for a peer, and one that was asked for meanwhile after it", async () => {
    const tally = createTally();
    let runs = 0;
    const gate = Promise.withResolvers<void>();
    const { loop, store, clock } = await start(1, async (store, address) => {
      tally.enter(address);
      runs += 1;
      if (runs === 1) await gate.promise;
      else await caughtUp(store, address, clock.now());
      tally.leave(address);
    });
    await until(() => runs === 1);
    await store.transaction((tx) => scheduleCatchUp(tx, addressOf(1), clock.now()));
    await pause(50);
    expect(runs).toBe(1);
    gate.resolve();
    await until(() => runs === 2);
    await loop.settled();
    expect(tally.most.get(addressOf(1))).toBe(1);
  });

  it("has everybody's turn come beside more endless indexes than there are places", async () => {
    const pages = new Map<Address, number>();
    const { clock } = await start(
      20,
      async (store, address, signal, turn) => {
        // The first eight never end, and the rest have one page each.
        const isEndless = Array.from({ length: 8 }, (_, index) => addressOf(index + 1)).includes(address);
        while (!signal.aborted) {
          pages.set(address, (pages.get(address) ?? 0) + 1);
          await pause(2);
          if (!isEndless) return await caughtUp(store, address, clock.now());
          if (!turn.isOver()) continue;
          clock.advance(1);
          return await store.transaction((tx) => scheduleCatchUp(tx, address, clock.now()));
        }
      },
      { limit: 4, turnMs: 20, stopMs: 10 },
    );
    await until(() => pages.size === 20);
    const before = pages.get(addressOf(1)) ?? 0;
    // And those that don't end go on.
    await until(() => (pages.get(addressOf(1)) ?? 0) > before);
  });

  it("leaves one alone while nobody waits", async () => {
    let wasOver = false;
    const { loop, store, clock } = await start(
      1,
      async (store, address, _signal, turn) => {
        await pause(30);
        wasOver = turn.isOver();
        await caughtUp(store, address, clock.now());
      },
      { limit: 1, turnMs: 0 },
    );
    await loop.settled();
    expect(wasOver).toBe(false);
    expect(await next(store, 1)).toBe(clock.now() + 1_000_000);
  });

  it("tries again after an error, and says it", async () => {
    const { loop, store, clock, log } = await start(1, async () => {
      throw new Error("out of order");
    });
    await loop.settled();
    expect(await next(store, 1)).toBe(clock.now() + 300_000);
    expect(log.entries).toHaveLength(1);
  });

  it("leaves a follow alone that ended while it ran", async () => {
    const { loop, store } = await start(1, async (store, address) => {
      await store.transaction((tx) => scheduleCatchUp(tx, address, null));
      throw new Error("out of order");
    });
    await loop.settled();
    expect(await next(store, 1)).toBeNull();
  });

  it("ends one that hangs when it stops, and has it due again", async () => {
    const started = Promise.withResolvers<void>();
    const { loop, store, clock, log } = await start(
      1,
      () => {
        started.resolve();
        return new Promise(() => {});
      },
      { stopMs: 10 },
    );
    await started.promise;
    await loop.stop();
    expect(await next(store, 1)).toBe(clock.now());
    expect(log.entries).toEqual([]);
  });

  it("ends what it claimed while the time of its stop ran out", async () => {
    const plain = await open();
    const { store, hold } = createHeldStore(plain);
    let begun = 0;
    const hang = () => {
      begun += 1;
      return new Promise(() => {});
    };
    const { loop, clock } = await start(0, hang, { stopMs: 1 }, store);
    const letGo = hold();
    await plain.transaction((tx) => scheduleCatchUp(tx, addressOf(1), clock.now()));
    loop.nudge();
    // The claim stands in the database, and the loop does not know it yet.
    await until(async () => ((await next(store, 1)) ?? 0) > clock.now());
    const stopped = loop.stop();
    await pause(20);
    letGo();
    await stopped;
    expect(begun).toBe(0);
    expect(await next(store, 1)).toBe(clock.now());
  });

  it("renews its claim while it works, so that a killed worker's is soon due again", async () => {
    const ended = Promise.withResolvers<void>();
    const { store, clock, loop } = await start(1, () => ended.promise);
    const claimMs = limits.catchUpClaimMs;
    const soon = { interval: 5 };
    expect(claimMs).toBeLessThanOrEqual(30_000);
    // A killed worker leaves this state.
    await expect.poll(() => next(store, 1), soon).toBe(clock.now() + claimMs);
    clock.advance(claimMs - 1);
    loop.nudge();
    await expect.poll(() => next(store, 1), soon).toBe(clock.now() + claimMs);
    // A second request is served when the first one ends.
    const asked = clock.now();
    await store.transaction((tx) => scheduleCatchUp(tx, addressOf(1), asked));
    clock.advance(claimMs);
    loop.nudge();
    await pause(50);
    expect(await next(store, 1)).toBe(asked);
    ended.resolve();
  });
});
