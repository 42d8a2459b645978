import type { Address, Hex } from "@freehold/protocol";
import type { Generated } from "kysely";

export const queueStates = ["pending", "done", "refused", "expired"] as const;
export type QueueState = (typeof queueStates)[number];

/** The columns that all durable queues have. Times in ms. */
interface QueueColumns {
  id: Generated<number>;
  state: QueueState;
  attempts: number;
  /** Due from this time on. A claim moves it to the end of the lease, so that a lost worker's rows become due again. */
  nextTryAt: number;
  /** The worker that claimed the row, or null. */
  claimedBy: string | null;
  createdAt: number;
  /** A pending row expires at this time. */
  expiresAt: number;
  finishedAt: number | null;
  lastError: string | null;
}

/**
 * - `publication`: subject is the publication's id; the proof is read when it is sent.
 * - `connection.create`, `connection.destroy`, `profile.update`: payload is the signed envelope; subject identifies the change.
 */
export type OutboxKind = "publication" | "connection.create" | "connection.destroy" | "profile.update";

/** A message to another node. Unique by (kind, peerAddress, subject). */
export interface OutboxTable extends QueueColumns {
  peerAddress: Address;
  kind: OutboxKind;
  subject: string;
  /** JSON, or null where `subject` is enough. */
  payload: string | null;
}

/** A verified proof whose content is to be fetched. Unique by (peerAddress, contentHash, timestamp). */
export interface PullsTable extends QueueColumns {
  peerAddress: Address;
  contentHash: Hex;
  /** Seconds, as signed. */
  timestamp: number;
  signature: Hex;
  proofType: string;
  /** From the publisher's index; null when the proof came by notification. */
  slug: string | null;
}

export type JobKind = "mail" | "push" | "webhook";

/** A call to a host that is not a node. */
export interface JobsTable extends QueueColumns {
  kind: JobKind;
  /** At most a few jobs of one host run at a time. */
  host: string;
  /** JSON; its shape depends on the kind. */
  payload: string;
}

const queueColumns = [
  "id",
  "state",
  "attempts",
  "nextTryAt",
  "claimedBy",
  "createdAt",
  "expiresAt",
  "finishedAt",
  "lastError",
] as const;

export const outboxColumns = [...queueColumns, "kind", "peerAddress", "subject", "payload"] as const;

export const pullColumns = [
  ...queueColumns,
  "peerAddress",
  "contentHash",
  "timestamp",
  "signature",
  "proofType",
  "slug",
] as const;

export const jobColumns = [...queueColumns, "kind", "host", "payload"] as const;
