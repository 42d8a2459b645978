import type { Address, Form, Hex } from "@freehold/protocol";
import type { Generated } from "kysely";

export type PeerState = "healthy" | "failing";

/** How the way to a known node is; one row for each profile that this node sends to or pulls from. */
export interface PeersTable {
  address: Address;
  state: PeerState;
  /** Failures in a row; only a success of our own call resets it. */
  failures: number;
  /** No call before this time (ms), unless the peer is heard from. 0: any time. */
  nextTryAt: number;
  lastSuccessAt: number | null;
  lastFailureAt: number | null;
  lastError: string | null;
  /** When the first of its failures in a row was (ms); null while it is healthy, and where nobody wrote it down. */
  failingSince: number | null;
  /** When something with a valid signature last came from it. */
  heardAt: number | null;
  /** When its index was last reconciled as a whole, and when it will be again (null: not followed). */
  caughtUpAt: number | null;
  nextCatchUpAt: number | null;
}

/** This node's own profile (`is_self` = 1, one row at the most) and what is known of every other node. */
export interface ProfilesTable {
  address: Address;
  url: string;
  title: string;
  description: string | null;
  isSelf: number;
  /** Which form the node speaks; null until it was asked. Always `baseline` for this node. */
  form: Form | null;
  /** The content hash and media type of the avatar; of this node alone so far. */
  avatarHash: Hex | null;
  avatarType: string | null;
  createdAt: number;
  /** The `timestamp` (seconds) of the newest signed update that was applied, or what the node's own `updatedAt` says. */
  updatedAt: number;
  /** When the profile was last read from its node; 0 for this node's own. */
  fetchedAt: number;
}

/** A follow that stands: both addresses are known profiles, one of them is this node. */
export interface ConnectionsTable {
  followerAddress: Address;
  followeeAddress: Address;
  followerUrl: string;
  followeeUrl: string;
  /** The `timestamp` (seconds) that was signed. */
  signedAt: number;
  /** The signed envelope as it came, JSON. */
  proof: string;
  createdAt: number;
}

/** A follow that was ended; an older CreateConnection of the pair is a replay. */
export interface ConnectionTombstonesTable {
  followerAddress: Address;
  followeeAddress: Address;
  /** The `timestamp` (seconds) of the termination. */
  signedAt: number;
}

/** An address with which the owner wants nothing to do. */
export interface BlocksTable {
  id: Generated<number>;
  address: Address;
  /** The owner's own note. */
  reason: string | null;
  createdAt: number;
}

export const profileColumns = [
  "address",
  "url",
  "title",
  "description",
  "isSelf",
  "form",
  "avatarHash",
  "avatarType",
  "createdAt",
  "updatedAt",
  "fetchedAt",
] as const;

export const connectionColumns = [
  "followerAddress",
  "followeeAddress",
  "followerUrl",
  "followeeUrl",
  "signedAt",
  "proof",
  "createdAt",
] as const;

export const blockColumns = ["address", "reason", "createdAt"] as const;

export const peerColumns = [
  "address",
  "state",
  "failures",
  "nextTryAt",
  "lastSuccessAt",
  "lastFailureAt",
  "lastError",
  "failingSince",
  "heardAt",
  "caughtUpAt",
  "nextCatchUpAt",
] as const;
