import type { Address, Hash } from "@freehold/protocol";
import type { DialectAdapter } from "kysely";
import type { Reader, Store, Tx } from "./database.ts";

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
  "follower.created": { readonly address: Address; readonly url: string };
  /** Somebody follows the owner no more. */
  "follower.removed": { readonly address: Address };
  /** A comment can be seen by readers. */
  "comment.confirmed": {
    readonly commentId: number;
    readonly publicationId: number;
    readonly authorName: string;
  };
  /** A node could not be reached for a day. */
  "peer.failing": { readonly address: Address; readonly url: string | null; readonly since: string };
}

interface PublicationProof {
  readonly id: number;
  readonly publisherAddress: Address;
  readonly contentHash: Hash;
  /** Whole seconds, as signed. */
  readonly timestamp: number;
}

type Timed<T> = T & { readonly now: number };

/** Functions that run in the transaction of an event, so that what they write is there with its cause or not at all. */
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
