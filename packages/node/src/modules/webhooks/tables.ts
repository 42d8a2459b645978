import type { Generated } from "kysely";
import { column, columnsOf } from "../../store/column-names.ts";

declare module "../../store/tables/tables.ts" {
  interface Tables {
    webhooks: WebhooksTable;
    webhook_deliveries: WebhookDeliveriesTable;
  }
}

/** An address that the owner has told of events. */
const webhooksTable = {
  id: column<Generated<number>>(),
  url: column<string>(),
  secret: column<string>(),
  /** Types of events, with blanks between them. */
  events: column<string>(),
  active: column<number>(),
  /** Failures in a row. */
  failures: column<number>(),
  lastFailureAt: column<number | null>(),
  nextTryAt: column<number>(),
  createdAt: column<number>(),
};
export type WebhooksTable = typeof webhooksTable;
export const webhookColumns = columnsOf(webhooksTable);

/** One try to tell a webhook something. */
const webhookDeliveriesTable = {
  id: column<Generated<number>>(),
  webhookId: column<number>(),
  eventId: column<string>(),
  event: column<string>(),
  attempt: column<number>(),
  status: column<number | null>(),
  problem: column<string | null>(),
  durationMs: column<number>(),
  createdAt: column<number>(),
};
export type WebhookDeliveriesTable = typeof webhookDeliveriesTable;
export const deliveryColumns = columnsOf(webhookDeliveriesTable);
