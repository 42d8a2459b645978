import type { Generated } from "kysely";

/** What the owner is told. */
export interface NotificationsTable {
  id: Generated<number>;
  type: string;
  subject: string;
  /** JSON, as the type has it. */
  data: string;
  createdAt: number;
  readAt: number | null;
}

/** A device of the owner that is told by push. */
export interface PushSubscriptionsTable {
  id: Generated<number>;
  endpoint: string;
  /** Both in base64url. */
  p256dh: string;
  auth: string;
  createdAt: number;
}

/** An address that the owner has told of events. */
export interface WebhooksTable {
  id: Generated<number>;
  url: string;
  secret: string;
  /** Types of events, with blanks between them. */
  events: string;
  active: number;
  /** Failures in a row. */
  failures: number;
  lastFailureAt: number | null;
  nextTryAt: number;
  createdAt: number;
}

/** One try to tell a webhook something. */
export interface WebhookDeliveriesTable {
  id: Generated<number>;
  webhookId: number;
  eventId: string;
  event: string;
  attempt: number;
  status: number | null;
  problem: string | null;
  durationMs: number;
  createdAt: number;
}

export const notificationColumns = ["id", "type", "subject", "data", "createdAt", "readAt"] as const;

export const deviceColumns = ["id", "endpoint", "p256dh", "auth", "createdAt"] as const;

export const webhookColumns = [
  "id",
  "url",
  "secret",
  "events",
  "active",
  "failures",
  "lastFailureAt",
  "nextTryAt",
  "createdAt",
] as const;

export const deliveryColumns = [
  "id",
  "webhookId",
  "eventId",
  "event",
  "attempt",
  "status",
  "problem",
  "durationMs",
  "createdAt",
] as const;
