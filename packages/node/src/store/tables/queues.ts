import type { Address, Hex } from "@freehold/protocol";
import type { Generated } from "kysely";

export const queueStates = ["pending", "done", "refused", "expired"] as const;
export type QueueState = (typeof queueStates)[number];

/** What the durable queues have in common. */
interface QueueColumns {
  id: Generated<number>;
  state: QueueState;
  attempts: number;
  /** Due from this time on (ms). A claim moves it past the lease, so that a lost worker's rows become due again. */
  next_try_at: number;
  /** The worker that holds the row, or null. */
  claimed_by: string | null;
  created_at: number;
  /** Given up at this time (ms). */
  expires_at: number;
  finished_at: number | null;
  last_error: string | null;
}

/**
 * - `publication`: subject is the publication's id; the proof is read when it is sent.
 * - `connection.create`, `connection.destroy`, `profile.update`: payload is the signed envelope; subject names the deed.
 */
export type OutboxKind = "publication" | "connection.create" | "connection.destroy" | "profile.update";

/** A side effect on another node. Unique by (kind, peer_address, subject). */
export interface OutboxTable extends QueueColumns {
  peer_address: Address;
  kind: OutboxKind;
  subject: string;
  /** JSON, or null where `subject` says it all. */
  payload: string | null;
}

/** A proof that is known and verified, and whose content is still to be fetched. Unique by (peer_address, content_hash, timestamp). */
export interface PullsTable extends QueueColumns {
  peer_address: Address;
  content_hash: Hex;
  timestamp: number;
  signature: Hex;
  proof_type: string;
  /** From the publisher's index, where it was found there; null when the proof came by notification. */
  slug: string | null;
}

export type JobKind = "mail" | "push" | "webhook";

/** Something to be done at a host that is no node. */
export interface JobsTable extends QueueColumns {
  kind: JobKind;
  /** Whose turn it takes: no more than a few rows of one host are worked on at a time. */
  host: string;
  /** JSON, as the kind has it. */
  payload: string;
}
