import type { Address, Hash } from "@freehold/protocol";

/** What a webhook may be told, and with which facts. Times in `data` are ISO 8601 UTC; `timestamp` is whole seconds, as signed. */
export interface WebhookEvents {
  /** The owner signed a publication. */
  "publication.signed": PublicationFacts & { id: number; slug: string | null };
  /** A publication of somebody whom the owner follows is here, with its content. */
  "publication.replicated": PublicationFacts & { id: number };
  /** Somebody follows the owner. */
  "follower.created": { address: Address; url: string };
  /** Somebody follows the owner no more. */
  "follower.removed": { address: Address };
  /** A comment can be seen by readers. */
  "comment.confirmed": { commentId: number; publicationId: number; authorName: string };
  /** A node could not be reached for a day. */
  "peer.failing": { address: Address; url: string | null; since: string };
}

interface PublicationFacts {
  publisherAddress: Address;
  contentHash: Hash;
  timestamp: number;
}

export type WebhookEventType = keyof WebhookEvents;

/** An event with the facts of its type. */
export type WebhookEvent = {
  [T in WebhookEventType]: { readonly type: T; readonly data: WebhookEvents[T] };
}[WebhookEventType];

/** Every type, in the order in which they are shown. */
export const webhookEventTypes: readonly WebhookEventType[] = Object.keys({
  "publication.signed": true,
  "publication.replicated": true,
  "follower.created": true,
  "follower.removed": true,
  "comment.confirmed": true,
  "peer.failing": true,
} satisfies Record<WebhookEventType, true>) as WebhookEventType[];
