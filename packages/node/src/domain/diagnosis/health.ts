import { rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "../../context.ts";
import {
  countPeers,
  countPending,
  measureDatabase,
  oldestPendingAt,
  sumContents,
} from "../../store/count-rows.ts";
import { readMeta } from "../../store/meta.ts";
import { readMigrationsQuickly } from "../../store/migrate.ts";
import { nextDueAt, type QueueName } from "../../store/queue-rows.ts";
import type { PeerState } from "../../store/tables/peers.ts";
import { healthLimits } from "./limits.ts";

/** What is on its way in one queue. */
export interface QueueSigns {
  /** Counted up to `limits.countedRows`. */
  readonly pending: number;
  /** How long ago its oldest pending row was added, ms; 0 for none. */
  readonly oldestMs: number;
  /** How long its most urgent row has been due, ms; 0 where nothing is. */
  readonly overdueMs: number;
}

/** What those who watch a node want to know and only its database and its disk can tell. */
export interface VitalSigns {
  readonly queues: Readonly<Record<QueueName, QueueSigns>>;
  /** Counted up to `limits.countedRows`. */
  readonly peers: Readonly<Record<PeerState, number>>;
  readonly databaseBytes: number;
  readonly contents: { readonly count: number; readonly bytes: number };
  /** What this process may still write where the data is. */
  readonly freeBytes: number;
}

type Needs = Pick<Context, "store" | "clock" | "config">;

/** Reads them anew at most every few seconds, with queries that an index answers. */
export function createVitalSigns(context: Needs): () => Promise<VitalSigns> {
  const contents = cacheFor(healthLimits.sumsMs, () => sumContents(context.store.db));
  return cacheFor(healthLimits.countsMs, async () => ({
    queues: {
      outbox: await readQueue(context, "outbox"),
      pulls: await readQueue(context, "pulls"),
      jobs: await readQueue(context, "jobs"),
    },
    peers: await countPeers(context.store.db, healthLimits.countedRows),
    databaseBytes: await measureDatabase(context.store.db),
    contents: await contents(),
    freeBytes: await readFreeBytes(context),
  }));
}

async function readQueue({ store, clock }: Needs, table: QueueName): Promise<QueueSigns> {
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

/** What is wrong with one thing that an answer takes, in words for the owner; null: nothing. */
export interface Readiness {
  readonly database: string | null;
  readonly migrations: string | null;
  readonly disk: string | null;
  /** Null where the database does not tell. */
  readonly installed: boolean | null;
}

/** Looks at what answers take, at most once a second: the database answers, its tables are this program's, the disk takes bytes. */
export function createReadinessCheck(
  context: Pick<Context, "store" | "config" | "log">,
): () => Promise<Readiness> {
  return cacheFor(healthLimits.readinessMs, async () => {
    const [database, disk] = await Promise.all([checkDatabase(context), checkDisk(context)]);
    return { ...database, disk };
  });
}

async function checkDatabase({
  store,
  log,
}: Pick<Context, "store" | "log">): Promise<Omit<Readiness, "disk">> {
  try {
    const { unknown, pending } = await inTime(readMigrationsQuickly(store.db));
    const installed = (await inTime(readMeta(store.db, "installed_at"))) !== null;
    const migrations =
      unknown.length > 0
        ? `it was made by a newer version: ${unknown.join(", ")}`
        : pending.length > 0
          ? `not made yet: ${pending.join(", ")}`
          : null;
    return { database: null, migrations, installed };
  } catch (error) {
    log.error({ err: error }, "the database can't be read");
    return { database: "it can't be read", migrations: null, installed: null };
  }
}

async function checkDisk({ config, log }: Pick<Context, "config" | "log">): Promise<string | null> {
  // Whoever looks at a node without changing it asks no more of the disk.
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

async function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("There was no answer in time.")), healthLimits.answerMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A reading that is made at most once in `ms`, however often it is asked for, and not twice at a time. One that fails is
 * made again with the next call.
 *
 * @param now a clock that never goes back, in milliseconds
 */
function cacheFor<T>(
  ms: number,
  read: () => Promise<T>,
  now: () => number = () => performance.now(),
): () => Promise<T> {
  let cached: { readonly value: Promise<T>; readonly until: number } | null = null;
  return () => {
    if (cached && now() < cached.until) return cached.value;
    const value = read();
    const made = { value, until: Number.POSITIVE_INFINITY };
    cached = made;
    value.then(
      () => {
        if (cached === made) cached = { value, until: now() + ms };
      },
      () => {
        if (cached === made) cached = null;
      },
    );
    return value;
  };
}
