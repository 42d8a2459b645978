import type { Generated } from "kysely";
import { column, columnsOf } from "../column-names.ts";

/** Notifications of the owner. */
const notificationsTable = {
  id: column<Generated<number>>(),
  type: column<string>(),
  subject: column<string>(),
  /** JSON, as the type has it. */
  data: column<string>(),
  createdAt: column<number>(),
  readAt: column<number | null>(),
};
export type NotificationsTable = typeof notificationsTable;
export const notificationColumns = columnsOf(notificationsTable);

/** A device of the owner with push. */
const pushSubscriptionsTable = {
  id: column<Generated<number>>(),
  endpoint: column<string>(),
  /** Both in base64url. */
  p256dh: column<string>(),
  auth: column<string>(),
  createdAt: column<number>(),
};
export type PushSubscriptionsTable = typeof pushSubscriptionsTable;
export const deviceColumns = columnsOf(pushSubscriptionsTable);

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
