import { EventEmitter } from "node:events";
import type { Address } from "@freehold/protocol";

/** What happens inside a node, told after the transaction that made it. A listener must not throw and must not be waited for. */
export interface EventMap {
  /** Rows were added to the outbox, or became due. */
  "outbox.due": [];
  /** Rows were added to the pull queue, or became due. */
  "pulls.due": [];
  /** Mail, pushes or webhooks were added. */
  "errands.due": [];
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
