import { rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { minuteMs } from "@freehold/protocol/internal";
import type { Context } from "../context.ts";
import {
  countPeers,
  countPending,
  measureDatabase,
  oldestPendingAt,
  sumContents,
} from "../store/copies/count-rows.ts";
import { readMeta } from "../store/meta.ts";
import { readMigrationsQuickly } from "../store/migrate.ts";
import { nextDueAt, type QueueName } from "../store/queues/queue-rows.ts";

/** Limits of `/metrics` and `/readyz`. */
export const healthLimits = {
  countedRows: 100_000, // rows of a queue, and nodes, that are counted
};

const countsMs = 5_000; // a cached count
const sumsMs = 5 * minuteMs; // the cached sum of all contents
const readinessMs = 1_000; // a cached answer of `/readyz`
const answerMs = 5_000; // an answer of the database or the disk to `/readyz`

type Needs = Pick<Context, "store" | "clock" | "config">;

export type VitalSigns = Awaited<ReturnType<ReturnType<typeof createVitalSigns>>>;
export type QueueSigns = Awaited<ReturnType<typeof readQueue>>;

/** The state of a node as only the database and the disk know it. Cached for some seconds; each query uses an index. */
export function createVitalSigns(context: Needs) {
  const { db } = context.store;
  const contents = cacheFor(sumsMs, () => sumContents(db));
  return cacheFor(countsMs, async () => ({
    queues: {
      outbox: await readQueue(context, "outbox"),
      pulls: await readQueue(context, "pulls"),
      jobs: await readQueue(context, "jobs"),
    },
    peers: await countPeers(db, healthLimits.countedRows),
    databaseBytes: await measureDatabase(db),
    contents: await contents(),
    freeBytes: await readFreeBytes(context),
  }));
}

/**
 * @returns `pending`: rows, counted up to `countedRows`; `oldestMs`: the age of the oldest pending row; `overdueMs`: how
 *   long the most urgent row has been due; both 0 if there is none
 */
async function readQueue({ store, clock }: Needs, table: QueueName) {
  const pending = await countPending(store.db, table, healthLimits.countedRows);
  const oldest = await oldestPendingAt(store.db, table);
  const due = await nextDueAt(store.db, table);
  const now = clock.now();
  const since = (at: number | null) => (at === null ? 0 : Math.max(0, now - at));
  return { pending, oldestMs: since(oldest), overdueMs: since(due) };
}

async function readFreeBytes({ config }: Pick<Context, "config">): Promise<number> {
  const { bavail, bsize } = await statfs(config.dataDir);
  return bavail * bsize;
}

/** Why the node can't answer, for the owner; null when it can. */
export interface Readiness {
  readonly database: string | null;
  readonly migrations: string | null;
  readonly disk: string | null;
  /** Why the S3 storage of contents can't be reached. The node still answers then: pages, and cached contents. */
  readonly storage?: string | null;
  /** Null if the database can't be read. */
  readonly installed: boolean | null;
}

/** Checks, at most once a second, that the database answers, that its tables are current, and that the disk takes bytes. */
export function createReadinessCheck(
  context: Pick<Context, "store" | "config" | "log" | "blobs">,
): () => Promise<Readiness> {
  return cacheFor(readinessMs, async () => {
    const [database, disk, storage] = await Promise.all([
      checkDatabase(context),
      checkDisk(context),
      checkStorage(context),
    ]);
    return { ...database, disk, ...storage };
  });
}

async function checkDatabase(
  context: Pick<Context, "store" | "log">,
): Promise<Omit<Readiness, "disk" | "storage">> {
  const { db } = context.store;
  try {
    const { unknown, pending } = await inTime(readMigrationsQuickly(db));
    const installed = (await inTime(readMeta(db, "installed_at"))) !== null;
    const migrations =
      unknown.length > 0
        ? `it was made by a newer version: ${unknown.join(", ")}`
        : pending.length > 0
          ? `not made yet: ${pending.join(", ")}`
          : null;
    return { database: null, migrations, installed };
  } catch (error) {
    context.log.error({ err: error }, "the database can't be read");
    return { database: "it can't be read", migrations: null, installed: null };
  }
}

async function checkDisk({ config, log }: Pick<Context, "config" | "log">): Promise<string | null> {
  // A read-only node needs no space.
  if (config.readOnly) return null;
  const file = join(config.dataDir, `.writable-${process.pid}`);
  try {
    await inTime(writeFile(file, "Removed at once: it shows that this folder can be written to.\n"));
    await inTime(rm(file, { force: true }));
    return null;
  } catch (error) {
    log.error({ err: error }, "the data folder can't be written to");
    return "it can't be written to";
  }
}

async function checkStorage({
  blobs: { remote },
}: Pick<Context, "blobs">): Promise<Pick<Readiness, "storage">> {
  if (!remote) return {};
  return await inTime(remote.reach()).then(
    () => ({ storage: null }),
    () => ({ storage: "it does not answer, or refuses" }),
  );
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("There was no answer in time.")), answerMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Caches the result of `read` for `ms`; calls in the meantime share one reading. A failed reading is not cached. */
function cacheFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let cached: { readonly value: Promise<T>; readonly until: number } | null = null;
  return () => {
    if (cached && performance.now() < cached.until) return cached.value;
    const value = read();
    const reading = { value, until: Number.POSITIVE_INFINITY };
    cached = reading;
    value.then(
      () => {
        if (cached === reading) cached = { value, until: performance.now() + ms };
      },
      () => {
        if (cached === reading) cached = null;
      },
    );
    return value;
  };
}
