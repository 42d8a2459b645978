import type { Address, Hex } from "@freehold/protocol";
import type { Generated } from "kysely";
import { column, columnsOf } from "./column.ts";
import type { TraitsByTable } from "./table-traits.ts";

export const queueStates = ["pending", "done", "refused", "expired"] as const;
export type QueueState = (typeof queueStates)[number];

/** The columns that all durable queues have. Times in ms. */
const queueColumns = {
  id: column<Generated<number>>(),
  state: column<QueueState>(),
  attempts: column<number>(),
  /** Due from this time on. A claim moves it to the end of the lease, so that a lost worker's rows become due again. */
  nextTryAt: column<number>(),
  /** The worker that claimed the row, or null. */
  claimedBy: column<string | null>(),
  createdAt: column<number>(),
  /** A pending row expires at this time. */
  expiresAt: column<number>(),
  finishedAt: column<number | null>(),
  lastError: column<string | null>(),
};

/**
 * - `publication`: subject is the publication's id; the proof is read when it is sent.
 * - `connection.create`, `connection.destroy`, `profile.update`: payload is the signed envelope; subject identifies the change.
 */
export type OutboxKind = "publication" | "connection.create" | "connection.destroy" | "profile.update";

/**
 * - `accepted`: it took the proof, and fetches the content by itself.
 * - `has`: it says that it has the publication.
 */
export type DeliveryAnswer = "accepted" | "has";

/** A message to another node. Unique by (kind, peerAddress, subject). */
const outboxTable = {
  ...queueColumns,
  peerAddress: column<Address>(),
  /** The node's host when the row was queued: `example.org:8443`; its address if the host is unknown. */
  host: column<string>(),
  kind: column<OutboxKind>(),
  subject: column<string>(),
  /** JSON, or null where `subject` is enough. */
  payload: column<string | null>(),
  /** The node's last answer to the proof of a publication; null if it was not recorded. */
  answer: column<Generated<DeliveryAnswer | null>>(),
  /** When it answered so. */
  answeredAt: column<Generated<number | null>>(),
};
export type OutboxTable = typeof outboxTable;
export const outboxColumns = columnsOf(outboxTable);

/** A verified proof whose content is to be fetched. Unique by (peerAddress, contentHash, timestamp). */
const pullsTable = {
  ...queueColumns,
  peerAddress: column<Address>(),
  contentHash: column<Hex>(),
  /** Seconds, as signed. */
  timestamp: column<number>(),
  signature: column<Hex>(),
  proofType: column<string>(),
  /** From the publisher's index; null when the proof came by notification. */
  slug: column<string | null>(),
};
export type PullsTable = typeof pullsTable;
export const pullColumns = columnsOf(pullsTable);

/** A call to a host that is not a node. */
const jobsTable = {
  ...queueColumns,
  /** Names the function that does the work (`domain/run-job.ts`). */
  kind: column<string>(),
  /** At most a few jobs of one host run at a time. */
  host: column<string>(),
  /** JSON; its shape depends on the kind. */
  payload: column<string>(),
};
export type JobsTable = typeof jobsTable;
export const jobColumns = columnsOf(jobsTable);

/** The queues: three tables of rows, and three tables whose rows are due again and again. */
export const workQueues = ["outbox", "pulls", "jobs", "catch-ups", "feeds", "imports"] as const;
export type WorkQueue = (typeof workQueues)[number];

/**
 * - `running`: a claim of a queue whose table has no column for claims.
 * - `interrupted`: its process died; it is tried in a process beside the node, with others.
 * - `alone`: such a process died, too; it is tried in one without others.
 * - `aside`: that one died again. It is not tried until the owner asks for it.
 */
export type InterruptedState = "running" | "interrupted" | "alone" | "aside";

/** A row of a queue whose work was under way when its process died. */
export interface InterruptedRowsTable {
  queue: WorkQueue;
  /** The id of the row, as text. */
  rowKey: string;
  state: InterruptedState;
  /** The process that claimed it, or null. */
  worker: string | null;
  /** How often it was begun in this state without an end; see `interrupted-rows.ts`. */
  deaths: number;
  /** When it was interrupted or begun (ms). */
  createdAt: number;
}

/** Traits of the tables of queues. */
export const queueTraits: TraitsByTable = {
  outbox: {
    key: ["id"],
    counted: true,
    inBackup: true,
    isPrivate: true,
    times: {
      next_try_at: "due",
      created_at: "event",
      expires_at: "until",
      finished_at: "event",
      answered_at: "event",
    },
    calls: { whom: "nodes that get a message", columns: ["peer_address", "host"], off: "node" },
  },
  pulls: {
    key: ["id"],
    counted: true,
    inBackup: true,
    isPrivate: true,
    times: {
      next_try_at: "due",
      created_at: "event",
      expires_at: "until",
      finished_at: "event",
      timestamp: "fixed",
    },
    calls: { whom: "nodes whose contents are fetched", columns: ["peer_address"], off: "node" },
  },
  jobs: {
    key: ["id"],
    counted: true,
    inBackup: true,
    isPrivate: true,
    times: { next_try_at: "due", created_at: "event", expires_at: "until", finished_at: "event" },
    calls: { whom: "hosts of mails, pushes, webhooks and mentions", columns: ["host"], off: "setting" },
  },
  // No backup: a restored node tries all of them as usual.
  interrupted_rows: {
    key: ["queue", "row_key"],
    inBackup: false,
    isPrivate: true,
    times: { created_at: "event" },
    calls: null,
  },
};
