import type { Address, Form, Hex } from "@freehold/protocol";

/** This node's own profile (`is_self` = 1, one row at the most) and what is known of every other node. */
export interface ProfilesTable {
  address: Address;
  url: string;
  title: string;
  description: string | null;
  is_self: number;
  /** Which form the node speaks; null until it was asked. Always `baseline` for this node. */
  form: Form | null;
  /** The content hash and media type of the avatar; of this node alone so far. */
  avatar_hash: Hex | null;
  avatar_type: string | null;
  created_at: number;
  /** The `timestamp` (seconds) of the newest signed update that was applied, or what the node's own `updatedAt` says. */
  updated_at: number;
  /** When the profile was last read from its node; 0 for this node's own. */
  fetched_at: number;
}
