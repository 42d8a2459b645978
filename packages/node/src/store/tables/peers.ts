import type { Address } from "@freehold/protocol";

export type PeerState = "healthy" | "failing";

/** How the way to a known node is; one row for each profile that this node sends to or pulls from. */
export interface PeersTable {
  address: Address;
  state: PeerState;
  /** Failures in a row; only a success of our own call resets it. */
  failures: number;
  /** No call before this time (ms), unless the peer is heard from. 0: any time. */
  next_try_at: number;
  last_success_at: number | null;
  last_failure_at: number | null;
  last_error: string | null;
  /** When the first of its failures in a row was (ms); null while it is healthy, and where nobody wrote it down. */
  failing_since: number | null;
  /** When something with a valid signature last came from it. */
  heard_at: number | null;
  /** When its index was last reconciled as a whole, and when it will be again (null: not followed). */
  caught_up_at: number | null;
  next_catch_up_at: number | null;
}
