import { EventEmitter } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import type { Address, Envelope, Form, Hex, Meanings, MessageKind, Recover } from "@freehold/protocol";
import type { Blobs } from "./blobs/blobs.ts";
import type { CacheRead } from "./blobs/s3/s3-blobs.ts";
import type { S3Answer } from "./blobs/s3/s3-requests.ts";
import type { Thumbnails } from "./blobs/thumbnails.ts";
import type { Config } from "./config/config.ts";
import type { Owner } from "./domain/profile/owner.ts";
import type { Foreign } from "./foreign/foreign.ts";
import type { Limiter } from "./limiter/limiter.ts";
import type { Peers } from "./peers/peers.ts";
import type { Store } from "./store/database.ts";

/** The visitors of the last minutes, in memory only. */
export interface Visitors {
  readonly limit: number;
  /** @returns the visitor; whether they are new; whether the one who was inactive longest was removed for them */
  touch(address: Address): Visitor & { isNew: boolean; evicted: boolean };
  /** The most recently active first. */
  list(): Visitor[];
  /** @returns whether the visitor was in the list */
  remove(address: Address): boolean;
  /** Takes over what another process of the node saw: a visitor, last active at that time (ms). */
  learn(visitor: Visitor): void;
}

/** A visitor who has this site open; `lastActive` in ms. */
export interface Visitor {
  readonly address: Address;
  readonly lastActive: number;
}

/** All that a use case may need. A function takes `Pick<Context, …>` of what it really uses. */
export interface Context {
  readonly config: Config;
  readonly store: Store;
  readonly owner: Owner;
  readonly blobs: Blobs;
  readonly thumbnails: Thumbnails;
  readonly clock: Clock;
  readonly log: Log;
  readonly peers: Peers;
  readonly foreign: Foreign;
  readonly recover: Recover;
  readonly events: Events;
  readonly visitors: Visitors;
  readonly limiter: Limiter;
  /**
   * Unlocks the owner's key for one use, so that it does not stay in memory; null without a keystore or a password file.
   */
  readonly unlockSigner: () => Promise<OwnerSigner | null>;
}

/** Signs with the owner's key. To dispose of it erases the key. */
export interface OwnerSigner extends Disposable {
  readonly address: Address;
  sign<K extends MessageKind>(kind: K, meaning: Meanings[K], form?: Form): Envelope;
  /** Signs a text as a wallet's `personal_sign` does (EIP-191): 65 bytes. */
  signText(message: string): Hex;
}

/** The time. Tests set it. */
export interface Clock {
  /** Milliseconds of the Unix epoch. */
  now(): number;
}

/** The part of pino's logger that the node uses. */
export type Log = Record<"debug" | "info" | "warn" | "error", (fields: object, message: string) => void>;

/** Events inside a node, emitted after the commit of their cause. A listener must not throw; nothing waits for it. */
export interface EventMap {
  /** A publication of a followed node is here, with its content. */
  "publication.replicated": [{ publisherAddress: string; contentHash: string; timestamp: number }];
  /** The results of work on rows of a queue were written; `expired` rows were given up without work. */
  "rows.ended": [{ queue: string; result: "done" | "refused" | "later" | "expired"; count: number }];
  /** A content came from another node and was saved. */
  "content.fetched": [{ bytes: number }];
  /** S3 answered a request, or did not. */
  "storage.answered": [S3Answer];
  /** A content in S3 was read, by way of the cache. */
  "cache.read": [CacheRead];
  /** The page of a post was sent, or is unchanged since the client got it. `postId`: all versions of the post share it. */
  "page.sent": [{ postId: number; headers: IncomingHttpHeaders }];
  /** Checks of a diagnosis were run: their ids and states. */
  "checks.done": [
    readonly { readonly id: string; readonly state: "ok" | "warning" | "failed" | "skipped" }[],
  ];
  /** A new visitor came to the site. The address is not verified. */
  "visitor.arrived": [{ address: Address }];
  /** A visitor's heartbeat, and a visitor's end, at this process. */
  "visitor.seen": [{ address: Address }];
  "visitor.left": [{ address: Address }];
}

export type Events = EventEmitter<EventMap>;

export function createEvents(): Events {
  return new EventEmitter<EventMap>();
}
