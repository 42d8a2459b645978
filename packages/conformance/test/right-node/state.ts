import type { Address, Form } from "@freehold/protocol";
import type { Key } from "../../src/signing/key.ts";
import type { OwnPublication } from "./contents.ts";
import { makeContents } from "./contents.ts";

/** The other node of a connection. */
export interface KnownNode {
  url: string;
  form: Form;
  /** Unix seconds of its last profile update. */
  updatedAt: number;
}

/** The data of the right node, in memory. */
export interface State {
  readonly owner: Key;
  readonly url: string;
  readonly publications: OwnPublication[];
  /** Unix seconds of their creation, by `pairOf`. */
  readonly connections: Map<string, number>;
  /** Unix seconds of the signed ends, by `pairOf`. */
  readonly tombstones: Map<string, number>;
  readonly nodes: Map<Address, KnownNode>;
  /** Stored contents by `proofKey`. */
  readonly replicas: Map<string, Buffer>;
  /** Publications to pull, by `proofKey`. */
  readonly pending: Set<string>;
}

export function createState(url: string, owner: Key): State {
  return {
    owner,
    url,
    publications: makeContents(owner),
    connections: new Map(),
    tombstones: new Map(),
    nodes: new Map(),
    replicas: new Map(),
    pending: new Set(),
  };
}

export function pairOf(pair: { followerAddress: Address; followeeAddress: Address }): string {
  return `${pair.followerAddress} ${pair.followeeAddress}`;
}

export function nowSeconds({ clock }: { clock: () => number }): number {
  return Math.floor(clock() / 1000);
}
