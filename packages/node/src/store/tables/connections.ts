import type { Address } from "@freehold/protocol";
import type { Generated } from "kysely";

/** A follow that stands: both addresses are known profiles, one of them is this node. */
export interface ConnectionsTable {
  follower_address: Address;
  followee_address: Address;
  follower_url: string;
  followee_url: string;
  /** The `timestamp` (seconds) that was signed. */
  signed_at: number;
  /** The signed envelope as it came, JSON. */
  proof: string;
  created_at: number;
}

/** A follow that was ended; an older CreateConnection of the pair is a replay. */
export interface ConnectionTombstonesTable {
  follower_address: Address;
  followee_address: Address;
  /** The `timestamp` (seconds) of the termination. */
  signed_at: number;
}

/** An address with which the owner wants nothing to do. */
export interface BlocksTable {
  id: Generated<number>;
  address: Address;
  /** The owner's own note. */
  reason: string | null;
  created_at: number;
}
