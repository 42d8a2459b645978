import type { Address, Hash } from "@freehold/protocol";
import { readTitle } from "../../markdown/opening.ts";

/** A post or a file as the console shows it; the fields are those of the GraphQL schema. */
export interface Publication {
  readonly id: string;
  readonly type: "POST" | "FILE";
  readonly state: "DRAFT" | "LOCAL" | "SIGNED";
  readonly contentHash: Hash;
  readonly publisherAddress: Address;
  readonly publisherTitle: string | null;
  readonly publisherUrl: string | null;
  /** A path on this node; null where a picture is made from the address. */
  readonly publisherPicture: string | null;
  /** Unix seconds. */
  readonly timestamp: number | null;
  readonly signature: string | null;
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
  /** Hashes of the pictures in the body that are on this node. */
  readonly keptPictures: readonly Hash[];
  readonly tags: readonly string[];
}

/** A page of a GraphQL connection. */
export interface Page<T> {
  readonly nodes: readonly T[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** What a post is called in a list: its heading or first words; empty for one without words. */
export function titleOf({ body }: Pick<Publication, "body">): string {
  return readTitle(body ?? "");
}
