import { execFile } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { afterEach, expect, it, onTestFinished } from "vitest";
import { type FreshDatabase, forEachDatabase } from "../../test/support/databases.ts";
import { createDeliveryBench, createRecordedLog } from "../../test/support/delivery-bench.ts";
import { addressOf } from "../../test/support/store-records.ts";
import type { Store } from "../store/database.ts";
import { migrate } from "../store/migrate.ts";
import { openStore } from "../store/open-store.ts";
import { addOutboxEntry } from "../store/queues/outbox.ts";
import { sqliteFile } from "../store/sqlite/dialect.ts";
import { createQueue } from "./queue.ts";
import type { RowLimits } from "./running-rows.ts";
import { createWorker, type Queue } from "./worker.ts";

/** So long that only news wakes a queue. */
const pollMs = 10 ** 9;
const dayMs = 24 * 60 * 60 * 1000;

const queues: Queue[] = [];

interface QueueChanges {
  /** Whether the work on the first row never ends. */
  hangs?: boolean;
  slow?: RowLimits["slow"];
}

/** A queue that is idle before this resolves. @returns the subjects that it has worked on */
async function startQueue(
  store: Store,
  { hangs = false, slow = { atATime: 1, abortAfterMs: null } }: QueueChanges = {},
): Promise<string[]> {
  const subjects: string[] = [];
  const bench = createDeliveryBench(store);
  const queue = createQueue({
    name: "outbox",
    table: "outbox",
    health: null,
    pollMs,
    concurrency: 1,
    perPeer: 1,
    context: { ...bench, clock: Date },
    slow,
    leaseMs: 60_000,
    async work({ subject }) {
      subjects.push(subject);
      if (hangs && subjects.length === 1) await new Promise(() => {});
      return { result: "done" };
    },
  });
  queue.start();
  queues.push(queue);
  await queue.settled();
  // Into its sleep.
  await pause(20);
  return subjects;
}

async function openWatched(database: FreshDatabase): Promise<Store> {
  const store = await openStore(database);
  await migrate(store);
  const watch = store.watch();
  onTestFinished(async () => {
    await watch[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
  });
  await expect.poll(() => store.version(), { interval: 5 }).not.toBeNull();
  return store;
}

const add = (store: Store, subject: string, inMs = 0) => {
  const now = Date.now();
  const row = { kind: "publication", peerAddress: addressOf(2), subject, payload: null } as const;
  return store.transaction((tx) =>
    addOutboxEntry(tx, { ...row, now, dueAt: now + inMs, expiresAt: now + dayMs }),
  );
};

forEachDatabase((name, open, fresh) => {
  // Before their stores are closed.
  afterEach(async () => {
    await Promise.all(queues.splice(0).map((queue) => queue.stop()));
  });

  it("wakes a queue when rows are added, and when the next one is due", async () => {
    const store = await open();
    const subjects = await startQueue(store);
    await add(store, "later", 200);
    await pause(20);
    await add(store, "now");
    await expect.poll(() => subjects, { interval: 5 }).toEqual(["now", "later"]);
  });

  it("looks for slow rows to abort while others wait", async () => {
    const store = await open();
    const slow = { atATime: 0, abortAfterMs: 300, afterMs: 10 };
    const subjects = await startQueue(store, { hangs: true, slow });
    await add(store, "hangs");
    await add(store, "waits");
    await expect.poll(() => subjects, { interval: 5 }).toEqual(["hangs", "waits"]);
  });

  it("wakes a queue when another store adds rows", async () => {
    const database = await fresh();
    const store = await openWatched(database);
    const subjects = await startQueue(store);
    await using other = await openStore(database);
    await add(other, "1");
    await expect.poll(() => subjects, { interval: 5 }).toEqual(["1"]);
    await add(other, "2");
    await expect.poll(() => subjects, { interval: 5 }).toEqual(["1", "2"]);
  });

  it.runIf(name === "sqlite")("wakes a queue when another program adds rows", async () => {
    const database = await fresh();
    const store = await openWatched(database);
    const subjects = await startQueue(store);
    const file = JSON.stringify(sqliteFile(database.dataDir));
    const insert = `insert into outbox
      (kind, peer_address, subject, state, attempts, next_try_at, created_at, expires_at)
      values ('publication', '${addressOf(2)}', '7', 'pending', 0, 0, 0, ${Date.now() + dayMs})`;
    const program = `new (require("node:sqlite").DatabaseSync)(${file}).exec(${JSON.stringify(insert)})`;
    await promisify(execFile)(process.execPath, ["-e", program]);
    await expect.poll(() => subjects, { interval: 5 }).toEqual(["7"]);
  });

  it("asks the database nothing while nothing happens, and one question for what is not due", async () => {
    const store = await open();
    let questions = 0;
    const queue = createWorker(
      {
        queue: "jobs",
        targetOf: () => "",
        async nextDueAt() {
          questions += 1;
          return null;
        },
        claim: async () => [],
        async settle() {},
        find: async () => null,
        report() {},
        async release() {},
      },
      {
        name: "jobs",
        pollMs,
        concurrency: 1,
        perPeer: 1,
        leaseMs: 1_000,
        context: { store, clock: Date, log: createRecordedLog() },
        slow: { atATime: 0, abortAfterMs: null },
        work: async () => ({ result: "done" }),
      },
    );
    queue.start();
    queues.push(queue);
    await pause(300);
    expect(questions).toBe(1);
    queue.nudge();
    await pause(50);
    expect(questions).toBe(2);
  });
});
