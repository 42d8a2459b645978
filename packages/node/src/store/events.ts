import type { Address, Hash } from "@freehold/protocol";
import type { DialectAdapter } from "kysely";
import type { Reader, Store, Tx } from "./database.ts";
import type { Publication } from "./publications/publications.ts";
import type { PeerEventKind } from "./tables/peers.ts";
import type { WorkQueue } from "./tables/queues.ts";

/**
 * Events of a node, emitted inside the transaction that makes them. A module adds its own by declaration merging. `now` is in
 * ms; all other times are ISO 8601 UTC or whole seconds, as signed.
 */
export interface NodeEvents {
  /** The owner signed a publication. */
  "publication.signed": PublicationProof & { readonly slug: string | null };
  /** Publications of people whom the owner follows are here, with their contents: a few at once. */
  "publications.replicated": { readonly publications: readonly PublicationProof[] };
  /** Somebody follows the owner; their profile is stored. */
  "follower.created": { readonly address: Address; readonly title: string; readonly url: string };
  /** Somebody follows the owner no more. */
  "follower.removed": { readonly address: Address };
  /** A comment can be seen by readers. */
  "comment.confirmed": {
    readonly commentId: number;
    readonly publicationId: number;
    readonly authorName: string;
  };
  /** Somebody commented, and the comment is not spam: readers see it, or it waits for the owner. */
  "comment.received": {
    readonly commentId: number;
    readonly publicationId: number;
    readonly authorName: string;
    readonly state: "pending" | "confirmed";
  };
  /** A comment needs the owner no more: they answered, published or hid it, or it was deleted. */
  "comment.handled": { readonly commentId: number };
  /** A node could not be reached for a day. */
  "peer.failing": {
    readonly address: Address;
    readonly title: string | null;
    readonly url: string | null;
    readonly since: string;
  };
  /** A node changed in a way that needs its owner's signature, without one. */
  "peer.warning": {
    readonly address: Address;
    readonly title: string | null;
    readonly url: string | null;
    readonly kind: PeerEventKind;
  };
  /** Somebody signed in as the owner; `device` is null where it is unknown. */
  "owner.signed-in": {
    readonly tokenId: string;
    readonly device: string | null;
    readonly means: "key" | "passkey";
  };
  /** Bytes of publications are missing or damaged: how many, and the hash of the first one. */
  "contents.damaged": { readonly count: number; readonly hash: string };
  /** Work was set aside, since the process died each time that it was tried. */
  "work.set-aside": { readonly queue: WorkQueue; readonly rowKey: string };
  /** The clock jumped ahead, and nobody has said so far that it is right. */
  "clock.jumped": { readonly lastGood: string; readonly shows: string };
  /** A publication of the owner's is seen by readers from now on, for the first time. */
  "publication.published": { readonly publication: Publication };
  /** A publication of the owner's was deleted, and is back from the trash. */
  "publication.restored": { readonly publication: Publication };
  /** A publication of the owner's is seen by readers from now on, or with another text, or no more. */
  "publication.changed": { readonly publication: Publication };
}

interface PublicationProof {
  readonly id: number;
  readonly publisherAddress: Address;
  readonly contentHash: Hash;
  /** Whole seconds, as signed. */
  readonly timestamp: number;
}

type Timed<T> = T & { readonly now: number };

/** Functions that run in the transaction of an event, so that their writes are there with the cause or not at all. */
export type EventHandlers = {
  readonly [T in keyof NodeEvents]?: (tx: Tx, event: Timed<NodeEvents[T]>) => Promise<void>;
};

const handlersOf = new WeakMap<DialectAdapter, readonly EventHandlers[]>();

/** Runs these handlers at the events of a store, in the order of the list. Call it once, before the store is used. */
export function handleEvents({ db }: Pick<Store, "db">, handlers: readonly EventHandlers[]): void {
  handlersOf.set(adapterOf(db), handlers);
}

/**
 * Runs the handlers of an event in the transaction of its cause.
 *
 * @throws whatever a handler throws, so that the transaction is undone
 * @throws Error for a store without `handleEvents`: nothing would follow from the event
 */
export async function emit<T extends keyof NodeEvents>(
  tx: Tx,
  type: T,
  event: Timed<NodeEvents[T]>,
): Promise<void> {
  const all = handlersOf.get(adapterOf(tx));
  if (!all) throw new Error(`The store was opened without handlers of events, and ${type} happened.`);
  for (const handlers of all) await handlers[type]?.(tx, event);
}

function adapterOf(db: Reader): DialectAdapter {
  return db.getExecutor().adapter;
}
