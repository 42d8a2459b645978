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

/** The position of a page (spec 2.3). */
export interface Pagination {
  /** From 1. */
  page: number;
  limit: number;
  total: number;
  /** 0 for an empty index. */
  totalPages: number;
  hasNextPage: boolean;
  hasPreviousPage: boolean;
}

/** A page of the node's own index (spec 4.3), for either form: the reference form has counts of comments. */
export interface IndexPage {
  data: (PublicationEntry & { commentCount: number })[];
  pagination: Pagination;
}

/** Unix seconds as ISO 8601 in UTC, ending in `.000Z` (decisions 4). */
export function isoSeconds(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
