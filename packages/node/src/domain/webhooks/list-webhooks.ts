import type { Context } from "../../context.ts";
import { listWebhooks as listRecords } from "../../store/webhooks.ts";
import type { WebhookEventType } from "./webhook-events.ts";

/** A webhook as its owner sees it; the secret was shown when it was made. Times are ISO 8601 UTC. */
export interface WebhookView {
  id: number;
  url: string;
  events: WebhookEventType[];
  /** False where it failed too often in a row, or a restore switched it off. */
  active: boolean;
  /** Failures in a row. */
  failures: number;
  createdAt: string;
}

/** The webhooks, oldest first; there are no more than twenty. */
export async function listWebhooks({ store }: Pick<Context, "store">): Promise<WebhookView[]> {
  const records = await listRecords(store.db);
  return records.map(({ id, url, events, active, failures, createdAt }) => ({
    id,
    url,
    events: events.split(" ") as WebhookEventType[],
    active: active === 1,
    failures,
    createdAt: new Date(createdAt).toISOString(),
  }));
}
