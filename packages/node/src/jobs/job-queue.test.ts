import { afterEach, expect, it } from "vitest";
import { forEachDatabase } from "../../test/support/databases.ts";
import { createDeliveryBench, createTally, type DeliveryBench } from "../../test/support/delivery-bench.ts";
import { listJobs } from "../../test/support/store-records.ts";
import { listPeers } from "../store/peers/peers.ts";
import { claimDue } from "../store/queues/claim-due.ts";
import { addJobs } from "../store/queues/jobs.ts";
import { countByState } from "../store/queues/queue-rows.ts";
import type { Outcome } from "./retry.ts";

const done: Outcome = { result: "done" };

forEachDatabase((_name, open) => {
  let b: DeliveryBench;
  afterEach(() => b[Symbol.asyncDispose]());

  async function start(...hosts: string[]): Promise<void> {
    b = createDeliveryBench(await open());
    const now = b.clock.now();
    await b.store.transaction((tx) =>
      addJobs(
        tx,
        hosts.map((host) => ({ kind: "push", host, payload: "{}", now, expiresAt: now + 86_400_000 })),
      ),
    );
  }
  const jobs = async () => (await listJobs(b.store.db, { limit: 100 })).reverse();

  it("works on no more jobs of a host than its share", async () => {
    await start(
      ...Array.from({ length: 12 }, () => "a.example"),
      ...Array.from({ length: 12 }, () => "b.example"),
    );
    const tally = createTally();
    const queue = b.queue({
      table: "jobs",
      perPeer: 2,
      work: async ({ host }) => {
        tally.enter(host);
        await new Promise((resolve) => setTimeout(resolve, 1));
        tally.leave(host);
        return done;
      },
    });
    await queue.settled();
    expect(tally.most).toEqual(
      new Map([
        ["a.example", 2],
        ["b.example", 2],
      ]),
    );
    expect(await countByState(b.store.db, "jobs")).toMatchObject({ done: 24 });
  });

  it("lets each job wait for itself, and says nothing of any node", async () => {
    await start("a.example", "a.example", "b.example");
    let calls = 0;
    const queue = b.queue({
      table: "jobs",
      concurrency: 1,
      work: async () => {
        calls += 1;
        return calls === 1 ? { result: "later", reason: "it can't be reached", scope: "peer" } : done;
      },
    });
    await queue.settled();
    expect(calls).toBe(3);
    expect((await jobs()).map(({ state, attempts }) => [state, attempts])).toEqual([
      ["pending", 1],
      ["done", 0],
      ["done", 0],
    ]);
    expect(await listPeers(b.store.db)).toEqual([]);
  });

  it.each([
    [0, 2_500],
    [60_000, 60_000],
  ])("waits for what was asked for (%i ms), and never for nothing", async (afterMs, waits) => {
    await start("a.example");
    let calls = 0;
    const queue = b.queue({
      table: "jobs",
      work: async () => {
        calls += 1;
        return { result: "later", reason: "it answered 503", scope: "peer", afterMs };
      },
    });
    await queue.settled();
    expect(calls).toBe(1);
    expect((await jobs()).map(({ nextTryAt }) => nextTryAt)).toEqual([b.clock.now() + waits]);
  });

  it("takes over what a worker held that crashed", async () => {
    await start("a.example", "b.example");
    const claim = { leaseMs: 60_000, workerId: "gone", limit: 9, shareOf: () => 9, busy: new Map() };
    const held = await b.store.transaction((tx) => claimDue(tx, "jobs", { ...claim, now: b.clock.now() }));
    expect(held.map(({ host, claimedBy }) => [host, claimedBy])).toEqual([
      ["a.example", "gone"],
      ["b.example", "gone"],
    ]);
    const queue = b.queue({ table: "jobs", work: async () => done });
    await queue.settled();
    // The lease has to run out first; what a process claimed that died is tried apart (interrupted-rows.test.ts).
    expect(await countByState(b.store.db, "jobs")).toMatchObject({ done: 0 });
    b.clock.advance(60_000);
    await queue.settled();
    expect(await countByState(b.store.db, "jobs")).toMatchObject({ done: 2, pending: 0 });
  });

  it("forgets what ended sooner where it is told to", async () => {
    await start("a.example");
    const queue = b.queue({ table: "jobs", retentionMs: 60_000, work: async () => done });
    await queue.settled();
    expect(await jobs()).toHaveLength(1);
    b.clock.advance(121_000);
    await queue.settled();
    expect(await jobs()).toEqual([]);
  });
});
