import type { Address, Hash } from "@freehold/protocol";

/** What is looked at, in the order in which it is. */
export type CheckName = "node" | "listed" | "publisher" | "signature" | "time" | "bytes";

/** `unknown` where nothing could be found out: that is neither. */
export type CheckState = "good" | "bad" | "unknown";

export interface VerificationCheck {
  readonly name: CheckName;
  readonly state: CheckState;
}

/** What a publisher signed. */
export interface VerifiedProof {
  readonly contentHash: Hash;
  readonly publisherAddress: Address;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly signature: string;
}

/** What came of looking at one publication. */
export interface Verification {
  /** The base URL of the node that was asked; null for what is held here. */
  readonly node: string | null;
  /** The publisher's name, as far as it is known; empty when it is not. */
  readonly name: string;
  /** Null where none was found. */
  readonly proof: VerifiedProof | null;
  /** Bytes that were read; null where none were. */
  readonly size: number | null;
  readonly checks: readonly VerificationCheck[];
}
