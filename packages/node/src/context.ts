import type { Address, Envelope, Form, Meanings, MessageKind, Recover } from "@freehold/protocol";
import type { Blobs } from "./blobs/blobs.ts";
import type { Thumbnails } from "./blobs/thumbnails.ts";
import type { Config } from "./config.ts";
import type { Visitors } from "./domain/visitors.ts";
import type { Events } from "./events.ts";
import type { Limiter } from "./limiter/limiter.ts";
import type { Peers } from "./peers/peers.ts";
import type { Store } from "./store/database.ts";

/** What a use case may touch. A function takes `Pick<Context, …>` of what it really uses. */
export interface Context {
  readonly config: Config;
  readonly store: Store;
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
