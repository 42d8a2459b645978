import type { Address } from "@freehold/protocol";

/** Which list somebody stands in. */
export type Side = "following" | "followers";

/** A node that follows this one or is followed; the fields are those of the GraphQL schema, times ISO 8601. */
export interface ConnectedNode {
  readonly address: Address;
  readonly url: string;
  readonly title: string;
  readonly description: string | null;
  /** A path on this node; null where a picture is made from the address. */
  readonly picture: string | null;
  readonly createdAt: string;
  readonly health: "HEALTHY" | "FAILING";
  readonly failures: number;
  readonly failingSince: string | null;
  readonly nextTryAt: string | null;
  readonly lastSuccessAt: string | null;
  readonly lastError: string | null;
  readonly heardAt: string | null;
  readonly caughtUpAt: string | null;
  readonly replicas: number;
  readonly replicaBytes: number;
  readonly isQuotaFull: boolean;
}
