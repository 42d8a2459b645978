import type { Address } from "../crypto/address.ts";
import type { Hash } from "../crypto/hashes.ts";
import type { Hex } from "../crypto/hex.ts";

/** A node's profile in baseline form (spec 2.1). */
export interface NodeProfile {
  address: Address;
  /** HTTPS base URL of the node. */
  url: string;
  title: string;
  /** Null when unset: never absent, never empty. */
  description: string | null;
  ewpVersion: "1";
  /** ISO 8601, UTC. */
  createdAt: string;
  /** ISO 8601, UTC. */
  updatedAt: string;
}

/** `POST` is UTF-8 Markdown, `FILE` is bytes (decisions 5). */
export const contentKinds = ["POST", "FILE"] as const;
export type ContentKind = (typeof contentKinds)[number];

/** A signed publication in the index (spec 2.2). */
export interface PublicationEntry {
  contentHash: Hash;
  publisherAddress: Address;
  signature: Hex;
  /** Unix seconds. */
  timestamp: number;
  /** ISO 8601, UTC. */
  createdAt: string;
  contentKind: ContentKind;
  slug: string | null;
}

/** Where a page stands (spec 2.3). */
export interface Pagination {
  /** From 1. */
  page: number;
  limit: number;
  total: number;
  /** 0 when there is nothing. */
  totalPages: number;
  hasNextPage: boolean;
  hasPreviousPage: boolean;
}

/** The body of `GET /ewp/publications` (spec 4.3). */
export interface PublicationsPage {
  data: PublicationEntry[];
  pagination: Pagination;
}

/** What a node knows of its own page, in whatever form it is asked for: the reference form counts comments. */
export interface IndexPage extends PublicationsPage {
  data: (PublicationEntry & { commentCount: number })[];
}

/** Unix seconds as ISO 8601 in UTC, with `.000Z` at its end (decisions 4). */
export function isoSeconds(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
