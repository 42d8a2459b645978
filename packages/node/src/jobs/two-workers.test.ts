import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { databases, migratedPostgres } from "../../test/support/databases.ts";
import { createRecordedLog } from "../../test/support/delivery-bench.ts";
import { addressOf } from "../../test/support/store-records.ts";
import { createImportQueue } from "../modules/export/import/import-queue.ts";
import { insertImportJob } from "../modules/export/store.ts";
import { dueFeeds, insertFeed } from "../modules/feeds/store/feeds.ts";
import type { Reader } from "../store/database.ts";
import { openStore } from "../store/open-store.ts";
import { dueCatchUps, scheduleCatchUp } from "../store/peers/peers.ts";
import { type Hold, holdPostgres } from "../store/postgres/hold.ts";
import { claimDue } from "../store/queues/claim-due.ts";
import { hasInterrupted } from "../store/queues/interrupted-rows.ts";
import { addJobs } from "../store/queues/jobs.ts";
import { createClaimRelease } from "./release-ended.ts";

describe.runIf(databases.includes("postgres"))("two workers on one database", () => {
  async function open() {
    const database = await migratedPostgres();
    onTestFinished(() => database[Symbol.asyncDispose]());
    const store = await openStore({ dataDir: "/nowhere", databaseUrl: database.url });
    onTestFinished(() => store[Symbol.asyncDispose]());
    return { store, url: database.url };
  }

  it.each([
    ["feeds", async (db: Reader): Promise<object[]> => await dueFeeds(db, 1, 10)],
    ["catch-ups", async (db: Reader): Promise<object[]> => await dueCatchUps(db, 1, 10)],
  ])("do not find the same %s", async (_name, due) => {
    const { store } = await open();
    await store.transaction(async (tx) => {
      await scheduleCatchUp(tx, addressOf(1), 1);
      await insertFeed(tx, {
        url: "https://a.example/",
        title: "A",
        siteUrl: null,
        folder: "",
        createdAt: 1,
      });
    });
    await store.db.transaction().execute(async (one) => {
      expect(await due(one)).toHaveLength(1);
      const other = await store.db.transaction().execute(due);
      expect(other).toEqual([]);
    });
  });

  it("count the processes that answer requests", async () => {
    const { url } = await open();
    const location = { databaseUrl: url };
    const holds = await Promise.all(
      [true, true, false].map((answers) => holdPostgres(location, "shared", { answers })),
    );
    const [one, other, worker] = holds;
    if (!one || !other || !worker) throw new Error("The database is held.");
    expect(await Promise.all([one.countWeb(), worker.countWeb()])).toEqual([2, 2]);
    await other[Symbol.asyncDispose]();
    await expect.poll(() => one.countWeb(), { interval: 5 }).toBe(1);
    for (const hold of [one, worker]) await hold[Symbol.asyncDispose]();
  });

  it("do before they begin what a node does whose workers were all away, once", async () => {
    const { url } = await open();
    const begin = async () => {
      const hold = await holdPostgres({ databaseUrl: url }, "shared");
      if (!hold) throw new Error("The database is held.");
      return hold;
    };
    const [web, ...workers] = await Promise.all([begin(), begin(), begin(), begin()]);
    let done = 0;
    const join = (hold: Hold) =>
      hold.joinWorkers(async () => {
        await pause(50);
        done += 1;
      });
    await Promise.all(workers.map(join));
    expect(done).toBe(1);
    for (const hold of workers) await hold[Symbol.asyncDispose]();
    const ids = workers.map(({ id }) => id);
    await expect.poll(() => web.findEnded(ids), { interval: 5 }).toEqual(ids);
    const later = [await begin(), await begin()] as const;
    for (const hold of later) await join(hold);
    expect(done).toBe(2);
    for (const hold of [web, ...later]) await hold[Symbol.asyncDispose]();
  });

  it("do it again where the first one is killed before it has", async () => {
    const { url } = await open();
    const [first, second] = await Promise.all([1, 2].map(() => holdPostgres({ databaseUrl: url }, "shared")));
    if (!first || !second) throw new Error("Nothing is held.");
    onTestFinished(() => second[Symbol.asyncDispose]());
    const begun = Promise.withResolvers<void>();
    void first.joinWorkers(async () => {
      begun.resolve();
      await new Promise(() => {});
    });
    await begun.promise;
    let isDone = false;
    const joined = second.joinWorkers(async () => {
      isDone = true;
    });
    await pause(50);
    expect(isDone).toBe(false);
    await first[Symbol.asyncDispose]();
    await joined;
    expect(isDone).toBe(true);
  });

  it("run one import once", async () => {
    const { store } = await open();
    const log = createRecordedLog();
    let runs = 0;
    const work = async () => {
      runs += 1;
      await pause(100);
    };
    const queues = [1, 2, 3, 4].map(() => createImportQueue({ context: { store, clock: Date, log }, work }));
    const createdAt = Date.now();
    await store.transaction((tx) =>
      insertImportJob(tx, { folder: "a", name: "a", url: null, size: 1, createdAt }),
    );
    for (const queue of queues) queue.start();
    await expect.poll(() => runs, { interval: 5 }).toBeGreaterThan(0);
    await pause(50);
    await Promise.all(queues.map((queue) => queue.stop()));
    expect(runs).toBe(1);
  });

  it("take over what one had claimed that ended, and not what one holds", async () => {
    const { store, url } = await open();
    const [one, other] = await Promise.all([1, 2].map(() => holdPostgres({ databaseUrl: url }, "shared")));
    if (!one || !other) throw new Error("Nothing is held.");
    onTestFinished(() => other[Symbol.asyncDispose]());
    const now = Date.now();
    await store.transaction(async (tx) => {
      const job = {
        kind: "push",
        host: "a.example",
        payload: "{}",
        now,
        expiresAt: now + 1_000_000,
      } as const;
      await addJobs(tx, [job]);
      const claim = {
        now,
        leaseMs: 1_000_000,
        workerId: one.id,
        limit: 1,
        shareOf: () => 1,
        busy: new Map(),
      };
      expect(await claimDue(tx, "jobs", claim)).toHaveLength(1);
    });
    const look = createClaimRelease(other);
    const context = { store, clock: Date, log: createRecordedLog() };
    const interrupted = () => hasInterrupted(store.db, { state: "interrupted", queues: ["jobs"] });
    await look(context);
    await look(context);
    expect(await interrupted()).toBe(false);
    await one[Symbol.asyncDispose]();
    await expect.poll(() => other.findEnded([one.id, other.id]), { interval: 5 }).toEqual([one.id]);
    await look(context);
    expect(await interrupted()).toBe(false);
    await look(context);
    expect(await interrupted()).toBe(true);
  });

  it("take turns at what is done by one at a time", async () => {
    const { url } = await open();
    const holds = await Promise.all([1, 2].map(() => holdPostgres({ databaseUrl: url }, "shared")));
    onTestFinished(async () => {
      for (const hold of holds) await hold?.[Symbol.asyncDispose]();
    });
    const [one, other] = holds;
    let done = 0;
    const count = async () => {
      done += 1;
    };
    await one?.doAlone("backup", async () => {
      expect(await other?.doAlone("backup", count)).toBe(false);
      expect(await other?.doAlone("sweep", count)).toBe(true);
    });
    await expect(one?.doAlone("backup", () => Promise.reject(new Error("No.")))).rejects.toThrow("No.");
    expect(await other?.doAlone("backup", count)).toBe(true);
    expect(done).toBe(2);
    // One that keeps it does it again and again, and the other one when that has ended.
    const keeps = { keeps: true };
    expect(await one?.doAlone("sweep", count, keeps)).toBe(true);
    expect(await other?.doAlone("sweep", count, keeps)).toBe(false);
    expect(await one?.doAlone("sweep", count, keeps)).toBe(true);
    await one?.[Symbol.asyncDispose]();
    await expect.poll(() => other?.doAlone("sweep", count, keeps), { interval: 5 }).toBe(true);
    expect(done).toBe(5);
  });
});
