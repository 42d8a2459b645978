import { EventEmitter } from "node:events";
import type { Address, Envelope, Form, Meanings, MessageKind, Recover } from "@freehold/protocol";
import type { Blobs } from "./blobs/blobs.ts";
import type { Thumbnails } from "./blobs/thumbnails.ts";
import type { Config } from "./config/config.ts";
import type { Owner } from "./domain/profile/owner.ts";
import type { Limiter } from "./limiter/limiter.ts";
import type { Peers } from "./peers/peers.ts";
import type { Store } from "./store/database.ts";

/** Who is here now. Kept in memory alone: it is gone with the process, and with the minutes. */
export interface Visitors {
  readonly limit: number;
  /** @returns the visitor; whether nobody knew of them; whether the one who was quiet longest made room */
  touch(address: Address): Visitor & { isNew: boolean; evicted: boolean };
  /** Whoever was heard last comes first. */
  list(): Visitor[];
  /** @returns whether the visitor was here. */
  remove(address: Address): boolean;
}

/** Somebody who has this site open, and when that was heard last (ms). */
export interface Visitor {
  readonly address: Address;
  readonly lastActive: number;
}

/** What a use case may touch. A function takes `Pick<Context, …>` of what it really uses. */
export interface Context {
  readonly config: Config;
  readonly store: Store;
  /** Whose node this is. */
  readonly owner: Owner;
  readonly blobs: Blobs;
  readonly thumbnails: Thumbnails;
  readonly clock: Clock;
  readonly log: Log;
  readonly peers: Peers;
  /** Recovery of a signer: the native one in a server. */
  readonly recover: Recover;
  readonly events: Events;
  readonly visitors: Visitors;
  readonly limiter: Limiter;
  /**
   * The owner's key, unlocked for one use, or null where this process has no way to it (no keystore, or no
   * password file). What needs it asks each time, so that the key does not stay in memory.
   */
  readonly unlockSigner: () => Promise<OwnerSigner | null>;
}

/** Signs with the owner's key, which is wiped at the end of `using`. */
export interface OwnerSigner extends Disposable {
  readonly address: Address;
  sign<K extends MessageKind>(kind: K, meaning: Meanings[K], form?: Form): Envelope;
}

/** The time. Tests set it. */
export interface Clock {
  /** Milliseconds of the Unix epoch. */
  now(): number;
}

/** The part of pino's logger that the node uses: an object of facts, then a sentence. */
export interface Log {
  debug(facts: object, sentence: string): void;
  info(facts: object, sentence: string): void;
  warn(facts: object, sentence: string): void;
  error(facts: object, sentence: string): void;
}

/** What happens inside a node, told after the transaction that made it. A listener must not throw and must not be waited for. */
export interface EventMap {
  /** Rows were added to the outbox, or became due. */
  "outbox.due": [];
  /** Rows were added to the pull queue, or became due. */
  "pulls.due": [];
  /** Mail, pushes or webhooks were added. */
  "jobs.due": [];
  /** A peer's index should be reconciled soon. */
  "catch-up.due": [];
  /** A publication of somebody who is followed is here, with its content. */
  "publication.replicated": [{ publisherAddress: string; contentHash: string; timestamp: number }];
  /** The work on rows of a queue ended, and that was written; `expired` ones were given up without. */
  "rows.ended": [{ queue: string; result: "done" | "refused" | "later" | "expired"; count: number }];
  /** Bytes of a content came from another node, and are kept. */
  "content.fetched": [{ bytes: number }];
  /** Somebody came to the site who was not there a moment ago; anybody can claim to be anybody. */
  "visitor.arrived": [{ address: Address }];
}

export type Events = EventEmitter<EventMap>;

export function createEvents(): Events {
  return new EventEmitter<EventMap>();
}
