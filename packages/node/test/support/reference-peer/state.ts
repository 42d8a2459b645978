import type { Address, Hex } from "viem";

/** A node as the reference program keeps it. Times in ms. */
export interface ReferenceNode {
  address: Address;
  url: string;
  title: string;
  description: string | null;
  created_at: number;
  updated_at: number;
}

/** A publication, its own or somebody else's. */
export interface ReferencePublication {
  content_hash: Hex;
  author_address: Address;
  /** Null: on its page alone, though its index lists it. */
  signature: Hex | null;
  slug: string | null;
  /** The caption of a FILE. */
  description: string | null;
  /** ms */
  created_at: number;
  type: "POST" | "FILE";
  bytes: Buffer;
  mimetype: string;
  filename: string | null;
}

/** What was asked of it, for tests to look at. */
export interface Asked {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
}

/** The whole memory of a reference peer: it outlives a restart, as its database would. */
export interface ReferenceState {
  node: ReferenceNode;
  readonly nodes: Map<Address, ReferenceNode>;
  connections: Array<{ follower: Address; followee: Address }>;
  readonly publications: ReferencePublication[];
  readonly asked: Asked[];
}

export function isConnected({ connections }: ReferenceState, follower: Address, followee: Address): boolean {
  return connections.some((one) => one.follower === follower && one.followee === followee);
}

function secondOf({ created_at }: ReferencePublication): number {
  return Math.floor(created_at / 1000);
}

export function hasPublication(state: ReferenceState, hash: Hex, author: Address, second: number): boolean {
  return state.publications.some(
    (one) => one.content_hash === hash && one.author_address === author && secondOf(one) === second,
  );
}
