import { statfs } from "node:fs/promises";
import type { Context } from "../../context.ts";
import {
  countPeers,
  countPending,
  measureDatabase,
  oldestPendingAt,
  sumContents,
} from "../../store/count-rows.ts";
import { nextDueAt, type QueueName } from "../../store/queue-rows.ts";
import type { PeerState } from "../../store/tables/peers.ts";
import { limits } from "./health-limits.ts";
import { remember } from "./readiness.ts";

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
  const contents = remember(limits.sumsMs, () => sumContents(context.store.db));
  return remember(limits.countsMs, async () => ({
    queues: {
      outbox: await readQueue(context, "outbox"),
      pulls: await readQueue(context, "pulls"),
      jobs: await readQueue(context, "jobs"),
    },
    peers: await countPeers(context.store.db, limits.countedRows),
    databaseBytes: await measureDatabase(context.store.db),
    contents: await contents(),
    freeBytes: await readFreeBytes(context),
  }));
}

async function readQueue({ store, clock }: Needs, table: QueueName): Promise<QueueSigns> {
  const pending = await countPending(store.db, table, limits.countedRows);
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
