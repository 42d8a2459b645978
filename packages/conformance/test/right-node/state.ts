import type { Address, Form } from "@freehold/protocol";
import type { Key } from "../../src/signing/key.ts";
import type { OwnPublication } from "./contents.ts";
import { makeContents } from "./contents.ts";

/** A node that somebody is connected with. */
export interface KnownNode {
  url: string;
  form: Form;
  /** Unix seconds of its last profile update. */
  updatedAt: number;
}

/** Everything that the right node knows. It forgets all of it when it stops. */
export interface State {
  readonly owner: Key;
  readonly url: string;
  readonly publications: OwnPublication[];
  /** By `pairOf`: when it was made, Unix seconds. */
  readonly connections: Map<string, number>;
  /** By `pairOf`: when its end was signed, Unix seconds. */
  readonly tombstones: Map<string, number>;
  readonly nodes: Map<Address, KnownNode>;
  /** By `proofKey`: what is stored. */
  readonly replicas: Map<string, Buffer>;
  /** By `proofKey`: what is still to be pulled. */
  readonly waiting: Set<string>;
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
    waiting: new Set(),
  };
}

export function pairOf(pair: { followerAddress: Address; followeeAddress: Address }): string {
  return `${pair.followerAddress} ${pair.followeeAddress}`;
}

export function nowSeconds({ clock }: { clock: () => number }): number {
  return Math.floor(clock() / 1000);
}
