import type { Address, Hex } from "@freehold/protocol";
import type { Generated, GeneratedAlways } from "kysely";

/** Every blob that a publication or the profile refers to. */
export interface ContentsTable {
  hash: Hex;
  size: number;
  created_at: number;
}

export type PublicationKind = "POST" | "FILE";
export type PublicationState = "draft" | "local" | "signed";

/** This owner's publications in every state, and replicas (always `signed`) of followed publishers'. */
export interface PublicationsTable {
  id: Generated<number>;
  publisher_address: Address;
  kind: PublicationKind;
  state: PublicationState;
  content_hash: Hex;
  media_type: string;
  filename: string | null;
  /** The caption of a FILE. */
  description: string | null;
  slug: string | null;
  /** Seconds; null until signed. */
  timestamp: number | null;
  signature: Hex | null;
  /** The `encodeType` text that was hashed, so that the signature can be checked again exactly. */
  proof_type: string | null;
  /** The order among publications of one second: the order of signing, or of the publisher's index. 0 until signed. */
  seq: number;
  /** Seconds: `timestamp`, or `created_at` until it is signed. The database computes it; index and timeline are in its order. */
  sort_time: GeneratedAlways<number>;
  created_at: number;
  updated_at: number;
}

/** A signed publication that was deleted here: never signed again with that second, never pulled back. */
export interface PublicationTombstonesTable {
  publisher_address: Address;
  content_hash: Hex;
  timestamp: number;
  deleted_at: number;
}

/** The hashtags of a publication's text, folded, with its place in the timeline. */
export interface PublicationHashtagsTable {
  publication_id: number;
  tag: string;
  publisher_address: Address;
  sort_time: number;
  seq: number;
}

/** A draft that becomes local by itself at a time (ms). */
export interface PublicationSchedulesTable {
  publication_id: number;
  due_at: number;
}

/** How much is kept here of each followed publisher's, counted with each replica that comes and goes. */
export interface ReplicaUsageTable {
  publisher_address: Address;
  replicas: number;
  bytes: number;
  /** When the owner last deleted one; 0: never. */
  freed_at: number;
}
