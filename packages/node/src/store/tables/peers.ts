import type { Address, Form, Hex } from "@freehold/protocol";
import type { Generated } from "kysely";
import { column, columnsOf } from "./column.ts";
import type { TraitsByTable } from "./table-traits.ts";

export type PeerState = "healthy" | "failing";

/** How the way to a known node is; one row for each profile that this node sends to or pulls from. */
const peersTable = {
  address: column<Address>(),
  state: column<PeerState>(),
  /** Failures in a row; only a success of our own call resets it. */
  failures: column<number>(),
  /** No call before this time (ms), unless the peer is heard from. 0: any time. */
  nextTryAt: column<number>(),
  lastSuccessAt: column<number | null>(),
  lastFailureAt: column<number | null>(),
  lastError: column<string | null>(),
  /** When the first of its failures in a row was (ms); null while it is healthy, and where nobody wrote it down. */
  failingSince: column<number | null>(),
  /** When something with a valid signature last came from it. */
  heardAt: column<number | null>(),
  /** When its index was last reconciled as a whole, and when it will be again (null: not followed). */
  caughtUpAt: column<number | null>(),
  nextCatchUpAt: column<number | null>(),
};
export type PeersTable = typeof peersTable;
export const peerColumns = columnsOf(peersTable);

/** The profiles of this node (`is_self` = 1, at most one row) and of all known nodes. */
const profilesTable = {
  address: column<Address>(),
  url: column<string>(),
  title: column<string>(),
  description: column<string | null>(),
  isSelf: column<number>(),
  /** Which form the node speaks; null until it was asked. Always `baseline` for this node. */
  form: column<Form | null>(),
  /** The content hash and media type of the avatar; of this node alone so far. */
  avatarHash: column<Hex | null>(),
  avatarType: column<string | null>(),
  createdAt: column<number>(),
  /** The `timestamp` (seconds) of the newest signed update that was applied, or what the node's own `updatedAt` says. */
  updatedAt: column<number>(),
  /** When the profile was last read from its node; 0 for this node's own. */
  fetchedAt: column<number>(),
};
export type ProfilesTable = typeof profilesTable;
export const profileColumns = columnsOf(profilesTable);

/** A follow that stands: both addresses are known profiles, one of them is this node. */
const connectionsTable = {
  followerAddress: column<Address>(),
  followeeAddress: column<Address>(),
  followerUrl: column<string>(),
  followeeUrl: column<string>(),
  /** The `timestamp` (seconds) that was signed. */
  signedAt: column<number>(),
  /** The signed envelope as it came, JSON; the JSON value `null` if the follow was imported without it. */
  proof: column<string>(),
  createdAt: column<number>(),
};
export type ConnectionsTable = typeof connectionsTable;
export const connectionColumns = columnsOf(connectionsTable);

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

export const blockColumns = ["address", "reason", "createdAt"] as const;

/** `other-address`, `other-url`, `two-urls` and `older-profile` are warnings. */
export type PeerEventKind =
  | "met"
  | "followed-you"
  | "unfollowed-you"
  | "removed-you"
  | "you-followed"
  | "you-unfollowed"
  | "you-removed"
  | "denied-follow"
  | "profile-signed"
  | "profile-read"
  | "moved"
  | "blocked"
  | "unblocked"
  | "unreachable"
  | "reachable"
  | "other-address"
  | "other-url"
  | "two-urls"
  | "older-profile";

/** Events of a node, in the order of the ids. */
const peerEventsTable = {
  id: column<Generated<number>>(),
  address: column<Address>(),
  kind: column<PeerEventKind>(),
  isWarning: column<0 | 1>(),
  /** The URL that it is about. */
  url: column<string | null>(),
  /** JSON: the changed values by their names. */
  detail: column<string>(),
  /** The signed envelope, JSON; null for an unsigned event. */
  proof: column<string | null>(),
  createdAt: column<number>(),
};
export type PeerEventsTable = typeof peerEventsTable;
export const peerEventColumns = columnsOf(peerEventsTable);

/** Traits of the tables of other nodes. */
export const peerTraits: TraitsByTable = {
  profiles: {
    contents: ["avatar_hash"],
    key: ["address"],
    inBackup: true,
    times: { created_at: "fixed", updated_at: "fixed", fetched_at: "event" },
    calls: { whom: "known nodes", columns: ["url"], off: "node" },
    neverCalled: { address: "an Ethereum address" },
  },
  connections: {
    key: ["follower_address", "followee_address"],
    inBackup: true,
    times: { signed_at: "fixed", created_at: "fixed" },
    calls: { whom: "followed nodes and followers", columns: ["follower_url", "followee_url"], off: "node" },
    neverCalled: { followee_address: "its profile has the URL", follower_address: "its profile has the URL" },
  },
  connection_tombstones: {
    key: ["follower_address", "followee_address"],
    inBackup: true,
    times: { signed_at: "fixed" },
    calls: null,
    neverCalled: { followee_address: "a follow that ended", follower_address: "a follow that ended" },
  },
  peers: {
    key: ["address"],
    inBackup: true,
    isPrivate: true,
    times: {
      next_try_at: "due",
      next_catch_up_at: "due",
      last_success_at: "event",
      last_failure_at: "event",
      failing_since: "event",
      heard_at: "event",
      caught_up_at: "event",
    },
    calls: { whom: "nodes whose posts are fetched", columns: ["address"], off: { next_catch_up_at: null } },
  },
  peer_events: {
    key: ["id"],
    counted: true,
    inBackup: true,
    isPrivate: true,
    times: { created_at: "event" },
    calls: null,
    neverCalled: { address: "a log", url: "a log" },
  },
  blocks: {
    key: ["id"],
    counted: true,
    inBackup: true,
    times: { created_at: "event" },
    calls: null,
    neverCalled: { address: "a blocked node" },
  },
};
