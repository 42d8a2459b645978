import type { Address } from "@freehold/protocol";

/** How something came to another node, or not yet; the fields are those of the GraphQL schema, times ISO 8601. */
export interface Delivery {
  /** Of the outbox. */
  readonly id: string;
  readonly peerAddress: Address;
  readonly peerTitle: string | null;
  readonly peerUrl: string | null;
  readonly state: "PENDING" | "DONE" | "REFUSED" | "EXPIRED";
  readonly attempts: number;
  readonly createdAt: string;
  readonly nextTryAt: string | null;
  readonly finishedAt: string | null;
  /** Why it waits, or why it ended so. */
  readonly reason: string | null;
}
