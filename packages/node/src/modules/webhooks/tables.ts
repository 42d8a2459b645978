import type { Generated } from "kysely";
import { column, columnsOf } from "../../store/tables/column.ts";
import type { TraitsByTable } from "../../store/tables/table-traits.ts";
import { webhookLimits } from "./limits.ts";

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

/** The traits of the module's tables. */
export const tables: TraitsByTable = {
  webhooks: {
    key: ["id"],
    maxRows: webhookLimits.webhooks,
    counted: true,
    inBackup: true,
    isPrivate: true,
    times: { next_try_at: "due", created_at: "event", last_failure_at: "event" },
    calls: { whom: "webhooks", columns: ["url"], off: { active: 0 } },
  },
  // No backup: a log of tries.
  webhook_deliveries: {
    key: ["id"],
    counted: true,
    inBackup: false,
    isPrivate: true,
    times: { created_at: "event" },
    calls: null,
  },
};
