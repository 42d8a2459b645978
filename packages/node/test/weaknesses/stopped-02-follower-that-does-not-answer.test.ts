import { afterEach, expect, it } from "vitest";
import { noteHeardFrom } from "../../src/jobs/peer-health.ts";
import type { Outcome } from "../../src/jobs/retry.ts";
import { findPeer, listPeers } from "../../src/store/peers/peers.ts";
import { listOutbox } from "../../src/store/queues/outbox.ts";
import { countByState } from "../../src/store/queues/queue-rows.ts";
import { forEachDatabase } from "../support/databases.ts";
import { createDeliveryBench, type DeliveryBench, until } from "../support/delivery-bench.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { addressOf } from "../support/store-records.ts";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const done: Outcome = { result: "done" };
const down: Outcome = { result: "later", scope: "peer", reason: "it can't be reached" };
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

forEachDatabase((_name, open) => {
  let b: DeliveryBench;
  afterEach(() => b[Symbol.asyncDispose]());
  const start = async () => {
    b = createDeliveryBench(await open());
  };

  it("is not delayed by followers that hang, each with many rows, when no peer has a history", async () => {
    await start();
    // Many more hang than there are places, and all that is for them is due before the rest.
    const [hanging, healthy] = [numbers(1, 40), numbers(100, 60)];
    await b.addOutbox(...hanging.flatMap((peer) => [peer, peer, peer]), ...healthy);
    const hang = new Set(hanging.map(addressOf));
    let most = 0;
    let under = 0;
    const queue = b.queue({
      table: "outbox",
      concurrency: 8,
      perPeer: 4,
      slow: { atATime: 8, abortAfterMs: 50 },
      stopMs: 0,
      random: Math.random,
      work: async ({ peerAddress }, signal) => {
        under += 1;
        most = Math.max(most, under);
        try {
          if (!hang.has(peerAddress)) return done;
          return await new Promise<Outcome>((_resolve, reject) => {
            signal.addEventListener("abort", () => reject(signal.reason));
          });
        } finally {
          under -= 1;
        }
      },
    });
    await until(async () => (await countByState(b.store.db, "outbox")).done === healthy.length);
    await queue.stop();
    // Twice the quick share, and the slow one.
    expect(most).toBeLessThanOrEqual(8 * 2 + 8);
    const rows = await listOutbox(b.store.db, { limit: 1_000 });
    const waiting = rows.filter(({ peerAddress }) => hang.has(peerAddress));
    expect(waiting.every(({ state, claimedBy }) => state === "pending" && claimedBy === null)).toBe(true);
    expect(waiting).toHaveLength(120);
  });

  it("reaches slow followers, however many others hang", async () => {
    await start();
    await b.addOutbox(...numbers(1, 20), 50);
    let mostAttempts = 0;
    const queue = b.queue({
      table: "outbox",
      concurrency: 2,
      slow: { atATime: 2, abortAfterMs: 20 },
      stopMs: 0,
      work: ({ peerAddress, attempts }, signal) =>
        new Promise<Outcome>((resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
          if (peerAddress !== addressOf(50)) return;
          mostAttempts = Math.max(mostAttempts, attempts);
          setTimeout(() => resolve(done), 400);
        }),
    });
    await until(async () => {
      b.clock.advance(60_000);
      queue.nudge();
      await new Promise((resolve) => setTimeout(resolve, 20));
      return (await countByState(b.store.db, "outbox")).done === 1;
    });
    await queue.stop();
    expect(mostAttempts).toBeLessThan(12);
  });

  it("spreads the retries of rows that failed together", async () => {
    await start();
    await b.addOutbox(...numbers(1, 200));
    const queue = b.queue({ table: "outbox", random: seededRandom(7), work: async () => down });
    await queue.settled();
    for (const spread of [2_500, 5_000]) {
      const times = (await listOutbox(b.store.db, { limit: 1_000 })).map(({ nextTryAt }) => nextTryAt);
      expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(spread * 0.9);
      const busiest = Math.max(
        ...numbers(0, 25).map(
          (slot) =>
            times.filter((at) => Math.floor((at - Math.min(...times)) / (spread / 25)) === slot).length,
        ),
      );
      expect(busiest).toBeLessThan(40);
      b.clock.advance(5_000);
      await queue.settled();
    }
  });

  it("spreads the retries of peers behind one proxy that refused them together", async () => {
    await start();
    await b.addOutbox(...numbers(1, 100));
    const work = async (): Promise<Outcome> => ({ ...down, afterMs: 60_000 });
    const queue = b.queue({ table: "outbox", random: seededRandom(9), work });
    await queue.settled();
    const waits = (await listOutbox(b.store.db, { limit: 1_000 })).map(
      ({ nextTryAt }) => nextTryAt - b.clock.now(),
    );
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(60_000);
    const busiest = Math.max(
      ...numbers(0, 30).map((second) => waits.filter((wait) => wait >> 10 === 58 + second).length),
    );
    expect(busiest).toBeLessThan(20);
  });

  it("counts failures while the peer sends messages and can't be reached", async () => {
    await start();
    await b.addOutbox(1);
    let calls = 0;
    const queue = b.queue({
      table: "outbox",
      work: async () => {
        calls += 1;
        return down;
      },
    });
    await queue.settled();
    for (let minute = 0; minute < 120; minute += 1) {
      b.clock.advance(60_000);
      await noteHeardFrom(b, addressOf(1));
      await queue.settled();
    }
    // It is probed once a minute at the most, and its failures are those of the calls.
    expect(calls).toBeLessThanOrEqual(122);
    expect(await findPeer(b.store.db, addressOf(1))).toMatchObject({ state: "failing", failures: calls });
    const [row] = await listOutbox(b.store.db, { limit: 1 });
    expect(row).toMatchObject({ state: "pending", attempts: calls });
  });

  it("resumes within a day of a peer that was away for three weeks, and within a minute of its first message", async () => {
    for (const talks of [false, true]) {
      await start();
      await b.addOutbox(1);
      let answer: Outcome = down;
      const queue = b.queue({ table: "outbox", random: () => 1, work: async () => answer });
      await queue.settled();
      for (let hour = 0; hour < 21 * 24; hour += 6) {
        b.clock.advance(6 * hourMs);
        await queue.settled();
      }
      answer = done;
      if (talks) await noteHeardFrom(b, addressOf(1));
      b.clock.advance(talks ? 60_000 : dayMs);
      await queue.settled();
      expect(await countByState(b.store.db, "outbox")).toMatchObject({ done: 1 });
      if (!talks) await b[Symbol.asyncDispose]();
    }
  });

  it("stores nothing about peers but one row for each target", async () => {
    await start();
    await b.addOutbox(...numbers(1, 30));
    const queue = b.queue({ table: "outbox", work: async () => down });
    await queue.settled();
    for (let time = 0; time < 20; time += 1) {
      b.clock.advance(hourMs);
      await queue.settled();
      await noteHeardFrom(b, addressOf(1_000 + time));
    }
    expect(await listPeers(b.store.db)).toHaveLength(30);
  });
});
