import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  databases,
  forEachDatabase,
  freshDatabase,
  holdTransaction,
  migratedPostgres,
} from "../../test/support/databases.ts";
import { addressOf, pullOf, T0 } from "../../test/support/store-records.ts";
import type { Store, Tx } from "./database.ts";
import { type DueQueue, dueQueues } from "./due-queues.ts";
import { writeMeta } from "./meta.ts";
import { migrate } from "./migrate.ts";
import { openStore } from "./open-store.ts";
import { hurryCatchUps, scheduleCatchUp } from "./peers/peers.ts";
import { bringForward } from "./queues/bring-forward.ts";
import { addJobs, hurryJobs } from "./queues/jobs.ts";
import { addOutboxEntry, retryOutboxEntry } from "./queues/outbox.ts";
import { addPulls, reopenPulls } from "./queues/pulls.ts";
import { releaseClaims, releasePeer } from "./queues/queue-rows.ts";
import { sqliteFile } from "./sqlite/dialect.ts";

const peer = addressOf(2);
const job = { kind: "mail", host: "a", payload: "{}", expiresAt: T0, now: T0 } as const;
const { now: createdAt, ...added } = job;
const claimedJob = {
  ...added,
  createdAt,
  state: "pending",
  attempts: 0,
  nextTryAt: T0,
  claimedBy: "me",
} as const;
const entry = { kind: "publication", peerAddress: peer, subject: "1", payload: null } as const;

const writes: Record<string, { work: (tx: Tx) => Promise<unknown>; queues: readonly DueQueue[] }> = {
  "a delivery": {
    work: (tx) => addOutboxEntry(tx, { ...entry, now: T0, expiresAt: T0 + 1 }),
    queues: ["outbox"],
  },
  "a delivery that is tried again": { work: (tx) => retryOutboxEntry(tx, 1, T0), queues: ["outbox"] },
  "a pull": { work: (tx) => addPulls(tx, [pullOf(2, 1, { now: T0, expiresAt: T0 + 1 })]), queues: ["pulls"] },
  "pulls that are tried again": {
    work: (tx) => reopenPulls(tx, peer, { now: T0, expiresAt: T0 + 1, finishedBefore: T0 }),
    queues: ["pulls"],
  },
  "a job": { work: (tx) => addJobs(tx, [job]), queues: ["jobs"] },
  "jobs of a host that is tried again": { work: (tx) => hurryJobs(tx, "mail", "a", T0), queues: ["jobs"] },
  "a catch-up": { work: (tx) => scheduleCatchUp(tx, peer, T0), queues: ["catch-ups"] },
  "all catch-ups": { work: hurryCatchUps, queues: ["catch-ups"] },
  "a peer that is back": { work: (tx) => releasePeer(tx, "pulls", peer, T0), queues: ["pulls"] },
  "a worker that ends": {
    work: async (tx) => {
      await tx.insertInto("jobs").values(claimedJob).execute();
      await releaseClaims(tx, "jobs", "me");
    },
    queues: ["jobs"],
  },
  "a worker that ends without claims": { work: (tx) => releaseClaims(tx, "jobs", "me"), queues: [] },
  "a clock that went back": { work: (tx) => bringForward(tx, { now: T0, by: 1 }), queues: dueQueues },
  "several at once": {
    work: async (tx) => {
      await addJobs(tx, [job, job]);
      await scheduleCatchUp(tx, peer, T0);
    },
    queues: ["jobs", "catch-ups"],
  },
  "no rows": { work: (tx) => addJobs(tx, []), queues: [] },
  "something else": { work: (tx) => writeMeta(tx, "a", "b"), queues: [] },
};

/** The queues that a store told of, as they come. */
function listenTo(store: Store): DueQueue[] {
  const told: DueQueue[] = [];
  for (const queue of dueQueues) onTestFinished(store.onDue(queue, () => told.push(queue)));
  return told;
}

forEachDatabase((_name, open) => {
  it.each(Object.keys(writes))("tells of %s after the commit", async (write) => {
    const store = await open();
    const told = listenTo(store);
    const { work, queues } = writes[write] as (typeof writes)[string];
    const held = await holdTransaction(store, work);
    expect(told).toEqual([]);
    await held.commit();
    expect(told.sort()).toEqual([...queues].sort());
  });

  it("tells of nothing that is rolled back, and calls nobody who ended it", async () => {
    const store = await open();
    const told = listenTo(store);
    const failing = store.transaction(async (tx) => {
      await addJobs(tx, [job]);
      throw new Error("No.");
    });
    await expect(failing).rejects.toThrow("No.");
    let calls = 0;
    const end = store.onDue("jobs", () => {
      calls += 1;
    });
    await store.transaction((tx) => addJobs(tx, [job]));
    end();
    await store.transaction((tx) => addJobs(tx, [job]));
    expect([told, calls]).toEqual([["jobs", "jobs"], 1]);
  });
});

describe("on sqlite, with another process", () => {
  it("tells of each of its commits while it is watched", async () => {
    await using database = await freshDatabase("sqlite");
    await using store = await openStore(database);
    await migrate(store);
    const told = listenTo(store);
    using other = new DatabaseSync(sqliteFile(database.dataDir));
    {
      await using _watch = store.watch();
      other.exec("insert into meta values ('a', '1')");
      await expect.poll(() => told, { interval: 5 }).toEqual(dueQueues);
      // Commits of this process are no news of another one.
      await store.transaction((tx) => writeMeta(tx, "b", "1"));
      other.exec("begin; insert into meta values ('c', '1')");
      expect(told).toEqual(dueQueues);
      other.exec("commit");
      await expect.poll(() => told, { interval: 5 }).toEqual([...dueQueues, ...dueQueues]);
    }
    other.exec("insert into meta values ('d', '1')");
    await store.transaction((tx) => addJobs(tx, [job]));
    expect(told.slice(2 * dueQueues.length)).toEqual(["jobs"]);
  });
});

describe.runIf(databases.includes("postgres"))("on PostgreSQL, with another process", () => {
  it("tells of what it marked while it is watched, and of all queues when the connection was lost", async () => {
    await using database = await migratedPostgres();
    const place = { dataDir: "/nowhere", databaseUrl: database.url };
    await using store = await openStore(place);
    const told = listenTo(store);
    await using _watch = store.watch();
    await expect.poll(() => told, { interval: 5 }).toEqual(dueQueues);
    {
      // One that ends at once, as a command does.
      await using other = await openStore(place);
      await other.transaction((tx) => writeMeta(tx, "a", "1"));
      await other.transaction((tx) => addJobs(tx, [job]));
    }
    await expect.poll(() => told, { interval: 5 }).toEqual([...dueQueues, "jobs"]);
    await store.transaction((tx) => addPulls(tx, [pullOf(2, 1, { now: T0, expiresAt: T0 + 1 })]));
    await using other = await openStore(place);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'freehold listen'`.execute(other.db);
    await expect.poll(() => told, { interval: 5 }).toEqual([...dueQueues, "jobs", "pulls", ...dueQueues]);
  });
});
