import { randomUUID } from "node:crypto";
import type { Tx } from "../../store/database.ts";
import { addErrands } from "../../store/errands.ts";
import { listWebhooks } from "../../store/webhooks.ts";
import { limits } from "../limits.ts";
import type { WebhookEvent } from "./webhook-events.ts";

/** The payload of an errand of the kind `webhook`. */
export interface WebhookErrand {
  webhookId: number;
  eventId: string;
  event: string;
  /** The very text that is signed and sent. */
  body: string;
}

/**
 * Queues an event for every webhook that asked for its type, in the transaction that made it.
 *
 * @param event.now when it happened (ms)
 */
export async function addWebhookEvent(tx: Tx, event: WebhookEvent & { readonly now: number }): Promise<void> {
  const { type, data, now } = event;
  const hooks = (await listWebhooks(tx)).filter(
    ({ active, events }) => active === 1 && events.split(" ").includes(type),
  );
  if (hooks.length === 0) return;
  const eventId = randomUUID();
  const body = JSON.stringify({ id: eventId, type, createdAt: new Date(now).toISOString(), data });
  await addErrands(
    tx,
    hooks.map(({ id, url }) => ({
      kind: "webhook",
      host: new URL(url).host,
      payload: JSON.stringify({ webhookId: id, eventId, event: type, body } satisfies WebhookErrand),
      now,
      expiresAt: now + limits.deliveryMs,
    })),
  );
}
