import type { Generated } from "kysely";

/** What the owner is told. */
export interface NotificationsTable {
  id: Generated<number>;
  type: string;
  subject: string;
  /** JSON, as the type has it. */
  data: string;
  created_at: number;
  read_at: number | null;
}

/** A device of the owner that is told by push. */
export interface PushSubscriptionsTable {
  id: Generated<number>;
  endpoint: string;
  /** Both in base64url. */
  p256dh: string;
  auth: string;
  created_at: number;
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
  last_failure_at: number | null;
  next_try_at: number;
  created_at: number;
}

/** One try to tell a webhook something. */
export interface WebhookDeliveriesTable {
  id: Generated<number>;
  webhook_id: number;
  event_id: string;
  event: string;
  attempt: number;
  status: number | null;
  problem: string | null;
  duration_ms: number;
  created_at: number;
}
