import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { forEachDatabase } from "../../test/support/databases.ts";
import {
  createDeliveryBench,
  createTally,
  type DeliveryBench,
  until,
} from "../../test/support/delivery-bench.ts";
import { addressOf } from "../../test/support/store-records.ts";
import type { Store } from "../store/database.ts";
import { listOutbox } from "../store/queues/outbox.ts";
import { countByState } from "../store/queues/queue-rows.ts";
import type { Outcome } from "./retry.ts";

const done: Outcome = { result: "done" };

forEachDatabase((_name, open) => {
  const benches: DeliveryBench[] = [];
  const bench = async (store?: Store) => {
    const made = createDeliveryBench(store ?? (await open()));
    benches.push(made);
    return made;
  };
  afterEach(async () => {
    for (const made of benches.splice(0)) await made[Symbol.asyncDispose]();
  });
  const outbox = async ({ store }: DeliveryBench) => (await listOutbox(store.db, { limit: 1_000 })).reverse();

  it("works on rows in the order in which they were added, and only once on each", async () => {
    const b = await bench();
    await b.addOutbox(1, 2, 3, 1, 2, 3);
    const order: number[] = [];
    const queue = b.queue({
      table: "outbox",
      concurrency: 1,
      work: async (row) => {
        order.push(row.id);
        return done;
      },
    });
    await queue.settled();
    expect(order).toEqual((await outbox(b)).map(({ id }) => id));
    expect(await countByState(b.store.db, "outbox")).toMatchObject({ done: 6, pending: 0 });
  });

  it("works side by side, and on no more rows of a peer than its share", async () => {
    const b = await bench();
    await b.addOutbox(...Array.from({ length: 20 }, () => 1), ...Array.from({ length: 20 }, () => 2));
    const tally = createTally();
    const queue = b.queue({
      table: "outbox",
      concurrency: 3,
      perPeer: 2,
      work: async ({ peerAddress }) => {
        tally.enter(peerAddress);
        await new Promise((resolve) => setTimeout(resolve, 1));
        tally.leave(peerAddress);
        return done;
      },
    });
    await queue.settled();
    expect(tally.most).toEqual(
      new Map([
        [addressOf(1), 2],
        [addressOf(2), 2],
      ]),
    );
    expect(tally.mostAtOnce).toBe(3);
    expect(await countByState(b.store.db, "outbox")).toMatchObject({ done: 40 });
  });

  it.each([
    ["a larger share to a peer that answers quickly", 60_000, 5],
    ["the usual share to a slow one", 0, 2],
  ])("gives %s", async (_name, afterMs, most) => {
    const b = await bench();
    await b.addOutbox(...Array.from({ length: 60 }, () => 1));
    const atOnce: number[] = [];
    let running = 0;
    const queue = b.queue({
      table: "outbox",
      perQuickPeer: 5,
      slow: { atATime: 16, abortAfterMs: null, afterMs },
      async work() {
        running += 1;
        atOnce.push(running);
        await pause(1);
        running -= 1;
        return done;
      },
    });
    await queue.settled();
    expect(atOnce).toHaveLength(60);
    expect([atOnce[0], Math.max(...atOnce)]).toEqual([1, most]);
  });

  it("is not held up by a peer that hangs", async () => {
    const b = await bench();
    await b.addOutbox(...Array.from({ length: 20 }, () => 1), ...Array.from({ length: 20 }, () => 2));
    const queue = b.queue({
      table: "outbox",
      concurrency: 3,
      stopMs: 0,
      work: ({ peerAddress }) =>
        peerAddress === addressOf(1) ? new Promise(() => {}) : Promise.resolve(done),
    });
    await until(async () => (await countByState(b.store.db, "outbox")).done === 20);
    await queue.stop();
    const rows = await outbox(b);
    expect(
      rows.filter(({ state }) => state === "done").every((row) => row.peerAddress === addressOf(2)),
    ).toBe(true);
    expect(rows.every((row) => row.claimedBy === null && row.attempts === 0)).toBe(true);
  });

  it("takes what other processes add without being told", async () => {
    const b = await bench();
    const queue = b.queue({ table: "outbox", work: async () => done });
    await queue.settled();
    b.events.removeAllListeners();
    await b.addOutbox(1);
    await until(async () => (await countByState(b.store.db, "outbox")).done === 1);
  });

  it("tries a row that throws again later, and says it once", async () => {
    const b = await bench();
    await b.addOutbox(1);
    let calls = 0;
    const queue = b.queue({
      table: "outbox",
      work: async () => {
        calls += 1;
        throw new Error("out of order");
      },
    });
    await queue.settled();
    b.clock.advance(10_000);
    await queue.settled();
    const [row] = await outbox(b);
    expect(calls).toBe(2);
    expect(row).toMatchObject({ state: "pending", attempts: 2, lastError: "this node failed: out of order" });
    expect(row?.nextTryAt).toBe(b.clock.now() + 5_000);
    expect(b.log.entries).toHaveLength(1);
  });

  it("counts failures from the last turn of a row that goes on in several", async () => {
    const b = await bench();
    await b.addOutbox(1);
    const progress: Outcome = { result: "later", scope: "row", reason: "more", afterMs: 0, isProgress: true };
    let calls = 0;
    const queue = b.queue({
      table: "outbox",
      work: async () => {
        calls += 1;
        if (calls === 20) throw new Error("the database was away");
        return progress;
      },
    });
    await queue.settled();
    expect(calls).toBe(20);
    expect(await outbox(b)).toMatchObject([{ attempts: 1, nextTryAt: b.clock.now() + 2_500 }]);
  });

  it("ends work that takes longer than its lease", async () => {
    const b = await bench();
    await b.addOutbox(1);
    const queue = b.queue({ table: "outbox", leaseMs: 20, work: () => new Promise(() => {}) });
    await queue.settled();
    expect(await outbox(b)).toMatchObject([{ state: "pending", attempts: 1, lastError: "it took too long" }]);
  });

  it("keeps why a row was refused", async () => {
    const b = await bench();
    await b.addOutbox(1);
    const queue = b.queue({ table: "outbox", work: async () => ({ result: "refused", reason: "no" }) });
    await queue.settled();
    expect(await outbox(b)).toMatchObject([{ state: "refused", lastError: "no", finishedAt: b.clock.now() }]);
  });

  it("gives rows up when their time is over, and forgets them a month later", async () => {
    const b = await bench();
    await b.addOutbox(1);
    let calls = 0;
    const queue = b.queue({
      table: "outbox",
      work: async () => {
        calls += 1;
        return { result: "later", reason: "not now", scope: "row", afterMs: 31 * 86_400_000 };
      },
    });
    await queue.settled();
    b.clock.advance(31 * 86_400_000);
    await until(async () => (await countByState(b.store.db, "outbox")).expired === 1);
    expect(calls).toBe(1);
    b.clock.advance(31 * 86_400_000);
    await until(async () => (await outbox(b)).length === 0);
  });

  it("writes what ended together in one transaction", async () => {
    const inner = await open();
    let transactions = 0;
    const b = await bench({
      ...inner,
      transaction: (work) => {
        transactions += 1;
        return inner.transaction(work);
      },
    });
    await b.addOutbox(...Array.from({ length: 50 }, (_, index) => index + 1));
    let started = 0;
    const gate = Promise.withResolvers<void>();
    const queue = b.queue({
      table: "outbox",
      concurrency: 50,
      work: async () => {
        started += 1;
        await gate.promise;
        return done;
      },
    });
    await until(() => started === 50);
    const before = transactions;
    gate.resolve();
    await queue.settled();
    expect(await countByState(inner.db, "outbox")).toMatchObject({ done: 50 });
    expect(transactions - before).toBeLessThanOrEqual(3);
  });

  it("takes up at once what it claimed where the answer to its claim was lost", async () => {
    const inner = await open();
    let loses = true;
    const b = await bench({
      ...inner,
      transaction: async (work, options) => {
        const result = await inner.transaction(work, options);
        if (loses && Array.isArray(result) && result.length > 0) {
          loses = false;
          throw new Error("the connection ended");
        }
        return result;
      },
    });
    await b.addOutbox(1, 2);
    const tally = new Map<number | string, number>();
    const queue = b.queue({
      table: "outbox",
      work: async ({ id }) => {
        tally.set(id, (tally.get(id) ?? 0) + 1);
        return done;
      },
    });
    await until(() => tally.size === 2);
    await queue.settled();
    expect(loses).toBe(false);
    expect([...tally.values()]).toEqual([1, 1]);
    expect(await countByState(inner.db, "outbox")).toMatchObject({ done: 2 });
  });

  it("looks no more often than usual after a turn that failed", async () => {
    const inner = await open();
    let [fails, turns] = [false, 0];
    const b = await bench({
      ...inner,
      transaction: (work, options) => {
        turns += 1;
        if (!fails) return inner.transaction(work, options);
        fails = false;
        return Promise.reject(new Error("disk full"));
      },
    });
    await b.addOutbox(1);
    const work = async () => {
      fails = true;
      return done;
    };
    await b.queue({ table: "outbox", work, pollMs: 500 }).settled();
    expect(await countByState(inner.db, "outbox")).toMatchObject({ done: 1 });
    const before = turns;
    await pause(1_500);
    expect(turns - before).toBeLessThan(10);
  });

  it("keeps what ended when it can't be written, and writes it later", async () => {
    const inner = await open();
    let broken = false;
    const b = await bench({
      ...inner,
      transaction: (work) => (broken ? Promise.reject(new Error("disk full")) : inner.transaction(work)),
    });
    await b.addOutbox(1);
    let calls = 0;
    const queue = b.queue({
      table: "outbox",
      work: async () => {
        calls += 1;
        broken = true;
        return done;
      },
    });
    await until(() => b.log.entries.length > 0);
    broken = false;
    await queue.settled();
    expect(await countByState(inner.db, "outbox")).toMatchObject({ done: 1 });
    expect(calls).toBe(1);
  });
});
