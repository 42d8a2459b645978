import { randomUUID } from "node:crypto";
import type { Address, Hash } from "@freehold/protocol";
import { z } from "zod";
import { limits } from "../../domain/limits.ts";
import type { Tx } from "../../store/database.ts";
import { addJobs } from "../../store/queues/jobs.ts";
import type { PublicationKind } from "../../store/tables/publications.ts";
import { listWebhooks, type WebhookRecord } from "./store.ts";

/** The events of webhooks, with their fields. Times in `data` are ISO 8601 UTC; `timestamp` is whole seconds, as signed. */
export interface WebhookEvents {
  /** A post or file of the owner is public for the first time, or again: from the trash. */
  "publication.published": OwnPublicationData;
  /** Readers see another text, caption or address of a public one; signing a post of this site alone is such a change. */
  "publication.updated": OwnPublicationData;
  /** It is not public any more. */
  "publication.deleted": OwnPublicationData;
  /** The owner signed a publication. */
  "publication.signed": PublicationData & { id: number; slug: string | null };
  /** A publication of somebody whom the owner follows is here, with its content. */
  "publication.replicated": PublicationData & { id: number };
  /** Somebody follows the owner. */
  "follower.created": { address: Address; url: string };
  /** Somebody follows the owner no more. */
  "follower.removed": { address: Address };
  /** A comment can be seen by readers. */
  "comment.confirmed": { commentId: number; publicationId: number; authorName: string };
  /** A node could not be reached for a day. */
  "peer.failing": { address: Address; url: string | null; since: string };
}

interface OwnPublicationData {
  id: number;
  kind: PublicationKind;
  /** `local`: on the owner's site alone, unsigned. */
  state: "local" | "signed";
  contentHash: Hash;
  slug: string | null;
}

interface PublicationData {
  publisherAddress: Address;
  contentHash: Hash;
  timestamp: number;
}

export type WebhookEventType = keyof WebhookEvents;

/** An event with the fields of its type. */
export type WebhookEvent = {
  [T in WebhookEventType]: { readonly type: T; readonly data: WebhookEvents[T] };
}[WebhookEventType];

/** Every type, in the order in which they are shown. */
export const webhookEventTypes: readonly WebhookEventType[] = Object.keys({
  "publication.published": true,
  "publication.updated": true,
  "publication.deleted": true,
  "publication.signed": true,
  "publication.replicated": true,
  "follower.created": true,
  "follower.removed": true,
  "comment.confirmed": true,
  "peer.failing": true,
} satisfies Record<WebhookEventType, true>) as WebhookEventType[];

/** The payload of a job of the kind `webhook`. */
export const webhookPayload = z.object({
  webhookId: z.int(),
  eventId: z.string(),
  event: z.string(),
  /** The very text that is signed and sent. */
  body: z.string(),
});
export type WebhookJob = z.infer<typeof webhookPayload>;

/**
 * Queues an event for every webhook that asked for its type, in the transaction that made it.
 *
 * @param event.now when it happened (ms)
 */
export async function addWebhookEvent(tx: Tx, event: WebhookEvent & { readonly now: number }): Promise<void> {
  await addWebhookEvents(tx, [event], event.now);
}

/** The same for events that happened together; pass only a few. */
export async function addWebhookEvents(tx: Tx, events: readonly WebhookEvent[], now: number): Promise<void> {
  if (events.length === 0) return;
  const hooks = (await listWebhooks(tx)).filter(({ active }) => active === 1);
  const jobs = events.flatMap(({ type, data }) => {
    const asked = hooks.filter((hook) => hook.events.split(" ").includes(type));
    const message = writeMessage(type, data, now);
    return asked.map((hook) => toJob(hook, message, now));
  });
  await addJobs(tx, jobs);
}

/** Queues a message without a cause for one webhook, of the type `test`. */
export async function addTestEvent(
  tx: Tx,
  hook: Pick<WebhookRecord, "id" | "url">,
  now: number,
): Promise<void> {
  await addJobs(tx, [toJob(hook, writeMessage("test", {}, now), now)]);
}

type WebhookMessage = Omit<WebhookJob, "webhookId">;

function writeMessage(event: string, data: object, now: number): WebhookMessage {
  const eventId = randomUUID();
  const body = JSON.stringify({ id: eventId, type: event, createdAt: new Date(now).toISOString(), data });
  return { eventId, event, body };
}

function toJob({ id, url }: Pick<WebhookRecord, "id" | "url">, message: WebhookMessage, now: number) {
  return {
    kind: "webhook" as const,
    host: new URL(url).host,
    payload: JSON.stringify({ webhookId: id, ...message } satisfies WebhookJob),
    now,
    expiresAt: now + limits.deliveryMs,
  };
}
