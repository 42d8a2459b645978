import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { findWebhook, listWebhookDeliveries as listRecords } from "../../store/webhooks.ts";

/** One try to tell a webhook something. */
export interface WebhookDeliveryView {
  id: number;
  /** The same for every try of one event. */
  eventId: string;
  event: string;
  /** From 1; that it was put off, for the webhook did not answer, counts as well. */
  attempt: number;
  /** The HTTP status, where there was an answer. */
  status: number | null;
  /** Null when it got through; `answer` when the answer was no success; otherwise what went wrong on the way. */
  problem: string | null;
  durationMs: number;
  /** ISO 8601 UTC. */
  createdAt: string;
}

/**
 * The last tries of a webhook, newest first; fifty are kept.
 *
 * @throws AppError NOT_FOUND
 */
export async function listWebhookDeliveries(
  { store }: Pick<Context, "store">,
  webhookId: number,
): Promise<WebhookDeliveryView[]> {
  if (!(await findWebhook(store.db, webhookId))) {
    throw new AppError("NOT_FOUND", `There is no webhook ${webhookId}.`);
  }
  const records = await listRecords(store.db, webhookId);
  return records.map(({ webhookId: _, createdAt, ...record }) => ({
    ...record,
    createdAt: new Date(createdAt).toISOString(),
  }));
}
