import { expect, it } from "vitest";
import { forEachDatabase } from "../../test/support/databases.ts";
import { createHandClock, createRecordedLog } from "../../test/support/delivery-bench.ts";
import type { Store } from "../store/database.ts";
import { claimDue } from "../store/queues/claim-due.ts";
import { findInterrupted, interruptClaims } from "../store/queues/interrupted-rows.ts";
import { addJobs } from "../store/queues/jobs.ts";
import { createInterruptedQueue, type RowProcess } from "./interrupted-queue.ts";

forEachDatabase((_name, open) => {
  /** A job that was under way when its process died. @returns its id */
  async function interruptJob(store: Store, now: number): Promise<number> {
    const [job] = await store.transaction(async (tx) => {
      await addJobs(tx, [{ kind: "push", host: "a.example", payload: "{}", now, expiresAt: now + 60_000 }]);
      const claim = { now, leaseMs: 60_000, workerId: "dead", limit: 1, shareOf: () => 1, busy: new Map() };
      return await claimDue(tx, "jobs", claim);
    });
    await store.transaction((tx) => interruptClaims(tx, "dead", { now }));
    return job?.id ?? 0;
  }

  function startQueue(store: Store, openProcess: () => RowProcess) {
    const clock = createHandClock();
    const source = {
      find: async (_db: unknown, key: string) => ({ id: Number(key) }),
      settle: async () => {},
      report: () => {},
    };
    const queue = createInterruptedQueue({
      context: { store, clock, log: createRecordedLog() },
      workerId: "w",
      openProcess,
      queues: new Proxy({}, { get: () => ({ source }) }) as never,
      onSetAside: async () => {},
    });
    queue.start();
    return queue;
  }

  it("counts an attempt when its process has started, and not before", async () => {
    const store = await open();
    const name = { queue: "jobs", rowKey: String(await interruptJob(store, Date.now())) } as const;
    const started = Promise.withResolvers<boolean>();
    const seen: (number | undefined)[] = [];
    let opened = 0;
    const queue = startQueue(store, () => {
      opened += 1;
      return {
        start: () => started.promise,
        async work() {
          seen.push((await findInterrupted(store.db, name))?.deaths);
          return { result: "done" };
        },
        async end() {},
      };
    });
    await expect.poll(() => opened).toBe(1);
    expect(await findInterrupted(store.db, name)).toMatchObject({
      state: "interrupted",
      deaths: 0,
      worker: null,
    });
    started.resolve(true);
    await queue.settled();
    expect(seen).toEqual([1]);
    expect(await findInterrupted(store.db, name)).toBeNull();
    await queue.stop();
  });
});
