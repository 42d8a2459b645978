import type { Address, Hex } from "viem";
import { Refusal } from "./refusal.ts";

/** A node as the reference program stores it. Times in ms. */
export interface ReferenceNode {
  address: Address;
  url: string;
  title: string;
  /** It refuses null for a node. */
  description: string;
  created_at: number;
  updated_at: number;
}

/** A publication, its own or a copy. */
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

/** How its catch-up with a publisher went. Times in ms. */
export interface CatchUp {
  /** When everything that the index had was taken. */
  lastSuccess: number | null;
  lastAttempt: number;
  failuresInARow: number;
}

/** The whole memory of a reference peer: it outlives a restart, as its database would. */
export interface ReferenceState {
  node: ReferenceNode;
  readonly nodes: Map<Address, ReferenceNode>;
  connections: Array<{ follower: Address; followee: Address }>;
  readonly publications: ReferencePublication[];
  readonly catchUps: Map<Address, CatchUp>;
  readonly asked: Asked[];
}

export function isConnected({ connections }: ReferenceState, follower: Address, followee: Address): boolean {
  return connections.some((one) => one.follower === follower && one.followee === followee);
}

/** What another node answers to GET /ewp/profile: its address is known, the rest may be anything. */
export interface Profile {
  address: Address;
  [name: string]: unknown;
}

/**
 * Stores what a profile says of a node, by the rules of its table: texts, none of them null, and a URL of its own.
 *
 * @throws Refusal 500 for anything else, which is how the program answers what its database model refuses
 */
export function saveNode({ nodes }: ReferenceState, profile: Profile): ReferenceNode {
  const { address, url, title, description, updated_at = new Date().toISOString() } = profile;
  if (typeof url !== "string" || typeof title !== "string" || typeof description !== "string") {
    throw new Refusal(500, "INTERNAL_ERROR", "url, title and description are strings.");
  }
  if ([...nodes.values()].some((other) => other.url === url && other.address !== address)) {
    throw new Refusal(500, "INTERNAL_ERROR", "Another node has this URL.");
  }
  const node = { address, url, title, description, created_at: Date.now(), updated_at: timeOf(updated_at) };
  nodes.set(address, node);
  return node;
}

/** Of an ISO time; it knows no other. */
export function timeOf(value: unknown): number {
  const ms = typeof value === "string" ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(ms)) throw new Refusal(500, "INTERNAL_ERROR", "This is no time.");
  return ms;
}

function secondOf({ created_at }: ReferencePublication): number {
  return Math.floor(created_at / 1000);
}

export function hasPublication(state: ReferenceState, hash: Hex, author: Address, second: number): boolean {
  return state.publications.some(
    (one) => one.content_hash === hash && one.author_address === author && secondOf(one) === second,
  );
}
