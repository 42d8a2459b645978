import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { forEachDatabase } from "../../test/support/databases.ts";
import {
  createDeliveryBench,
  createHeldStore,
  type DeliveryBench,
  until,
} from "../../test/support/delivery-bench.ts";
import { claimDue } from "../store/queues/claim-due.ts";
import { listOutbox } from "../store/queues/outbox.ts";
import { countByState } from "../store/queues/queue-rows.ts";
import type { Outcome } from "./retry.ts";

const done: Outcome = { result: "done" };

forEachDatabase((name, open) => {
  const benches: DeliveryBench[] = [];
  const bench = async () => {
    const made = createDeliveryBench(await open());
    benches.push(made);
    return made;
  };
  afterEach(async () => {
    for (const made of benches.splice(0)) await made[Symbol.asyncDispose]();
  });
  const outbox = async ({ store }: DeliveryBench) => (await listOutbox(store.db, { limit: 1_000 })).reverse();

  describe("after a crash", () => {
    const claim = (b: DeliveryBench) =>
      b.store.transaction((tx) =>
        claimDue(tx, "outbox", {
          now: b.clock.now(),
          leaseMs: 60_000,
          workerId: "gone",
          limit: 10,
          shareOf: () => 10,
          busy: new Map(),
        }),
      );

    it("takes over another worker's rows when their lease is over", async () => {
      const b = await bench();
      await b.addOutbox(1, 2);
      expect(await claim(b)).toHaveLength(2);
      const queue = b.queue({ table: "outbox", work: async () => done });
      await queue.settled();
      expect(await countByState(b.store.db, "outbox")).toMatchObject({ done: 0, pending: 2 });
      b.clock.advance(60_000);
      await queue.settled();
      expect(await countByState(b.store.db, "outbox")).toMatchObject({ done: 2 });
    });
  });

  if (name === "postgres")
    it("takes up what it claimed where the claim is committed long after its answer was lost", async () => {
      const inner = await open();
      const network = Promise.withResolvers<void>();
      let late: Promise<unknown> | null = null;
      let turns = 0;
      const made = createDeliveryBench({
        ...inner,
        transaction: async (work, options) => {
          const lost = Promise.withResolvers<never>();
          const ended = inner.transaction(async (tx) => {
            const result = await work(tx);
            if (late === null && Array.isArray(result) && result.length > 0) {
              late = ended;
              lost.reject(new Error("the server does not answer"));
              await network.promise;
            }
            return result;
          }, options);
          const result = await Promise.race([ended, lost.promise]);
          if (late !== null) turns += 1;
          return result;
        },
      });
      benches.push(made);
      await made.addOutbox(1, 2);
      const queue = made.queue({ table: "outbox", work: async () => done, leaseMs: 3_600_000 });
      // The rows are locked: what the next turns release is nothing.
      await until(() => turns >= 2);
      network.resolve();
      await late;
      await until(async () => (await countByState(inner.db, "outbox")).done === 2);
      await queue.settled();
    });

  if (name === "postgres")
    it("shares the rows with another worker", async () => {
      const b = await bench();
      await b.addOutbox(...Array.from({ length: 100 }, (_, index) => index % 10));
      const taken: number[] = [];
      const work = async ({ id }: { id: number }) => {
        taken.push(id);
        return done;
      };
      const queues = [b.queue({ table: "outbox", work }), b.queue({ table: "outbox", work })];
      await until(async () => (await countByState(b.store.db, "outbox")).done === 100);
      await Promise.all(queues.map((queue) => queue.settled()));
      expect(taken.sort((x, y) => x - y)).toEqual([...new Set(taken)]);
      expect(taken).toHaveLength(100);
    });

  it("waits for what is under way when it stops, and takes nothing new", async () => {
    const b = await bench();
    await b.addOutbox(1, 1, 1);
    const gate = Promise.withResolvers<void>();
    let started = 0;
    const queue = b.queue({
      table: "outbox",
      perPeer: 1,
      work: async () => {
        started += 1;
        await gate.promise;
        return done;
      },
    });
    await until(() => started === 1);
    const stopped = queue.stop();
    gate.resolve();
    await stopped;
    expect(await countByState(b.store.db, "outbox")).toMatchObject({ done: 1, pending: 2 });
    expect(started).toBe(1);
  });

  it("aborts what does not end in time when it stops; it is due again, and nobody's fault", async () => {
    const b = await bench();
    await b.addOutbox(1);
    const aborted: unknown[] = [];
    const started = Promise.withResolvers<void>();
    const queue = b.queue({
      table: "outbox",
      stopMs: 10,
      work: (_row, signal) => {
        started.resolve();
        return new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            aborted.push(signal.reason);
            reject(signal.reason);
          });
        });
      },
    });
    await started.promise;
    await queue.stop();
    expect(aborted).toHaveLength(1);
    const [row] = await outbox(b);
    expect(row).toMatchObject({ state: "pending", attempts: 0, claimedBy: null, lastError: null });
    expect(row?.nextTryAt).toBeLessThanOrEqual(b.clock.now());
    expect(b.log.entries).toEqual([]);
  });

  it("does not begin what it claimed while the time of its stop ran out", async () => {
    const { store, hold } = createHeldStore(await open());
    const b = createDeliveryBench(store);
    benches.push(b);
    let begun = 0;
    const hang = () => {
      begun += 1;
      return new Promise<Outcome>(() => {});
    };
    const queue = b.queue({ table: "outbox", stopMs: 1, work: hang });
    await queue.settled();
    const letGo = hold();
    const added = b.addOutbox(1);
    await until(async () => ((await outbox(b))[0]?.claimedBy ?? null) !== null);
    const stopped = queue.stop();
    await pause(20);
    letGo();
    await Promise.all([added, stopped]);
    expect(begun).toBe(0);
    expect((await outbox(b))[0]).toMatchObject({ state: "pending", attempts: 0, claimedBy: null });
  });
});
