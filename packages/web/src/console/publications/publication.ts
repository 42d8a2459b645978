import type { Address, Hash } from "@freehold/protocol";

/** A post or a file, as in the GraphQL schema. */
export interface Publication {
  readonly id: string;
  readonly type: "POST" | "FILE";
  readonly state: "DRAFT" | "LOCAL" | "SIGNED";
  readonly contentHash: Hash;
  readonly publisherAddress: Address;
  readonly publisherTitle: string | null;
  readonly publisherUrl: string | null;
  /** A path on this node; null when there is no picture. */
  readonly publisherPicture: string | null;
  /** Unix seconds. */
  readonly timestamp: number | null;
  readonly signature: string | null;
  /** The heading or the first words of a post, or the name of a file; "" without. */
  readonly title: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly description: string | null;
  readonly mediaType: string;
  readonly filename: string | null;
  /** Bytes. */
  readonly size: number | null;
  readonly url: string | null;
  readonly contentPath: string;
  readonly thumbnails: { readonly sm: string; readonly md: string; readonly lg: string } | null;
  readonly body: string | null;
  /** Safe HTML of the beginning of a post, made by the node; null for a file, and for a text that is too long. */
  readonly excerptHtml: string | null;
  /** Hashes of the pictures in the body that are on this node. */
  readonly keptPictures: readonly Hash[];
  readonly tags: readonly string[];
}

/** When a post was signed, else when it was received; milliseconds of the Unix epoch. */
export function timeOf({ timestamp, createdAt }: Pick<Publication, "timestamp" | "createdAt">): number {
  return timestamp === null ? Date.parse(createdAt) : timestamp * 1000;
}

/** An entry of a feed: nobody signed it. */
export interface FeedEntry {
  readonly id: string;
  readonly url: string | null;
  readonly title: string;
  readonly author: string | null;
  readonly fileUrl: string | null;
  readonly fileType: string | null;
  /** ISO 8601. */
  readonly publishedAt: string;
  /** Safe HTML of its beginning, made by the node. */
  readonly html: string | null;
  readonly feed: {
    readonly id: string;
    readonly title: string;
    readonly siteUrl: string | null;
    readonly url: string;
  };
}

/** An item of the timeline: a publication or an entry of a feed. */
export interface ReadingItem {
  /** Its place. */
  readonly cursor: string;
  readonly savedId: string | null;
  readonly publication: Publication | null;
  readonly entry: FeedEntry | null;
}

/** A page of a GraphQL connection. */
export interface Page<T> {
  readonly nodes: readonly T[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}
