import type { Generated } from "kysely";
import { column, columnsOf } from "../../store/tables/column.ts";
import type { TraitsByTable } from "../../store/tables/table-traits.ts";
import { notificationLimits } from "./limits.ts";

declare module "../../store/tables/tables.ts" {
  interface Tables {
    notifications: NotificationsTable;
    push_subscriptions: PushSubscriptionsTable;
  }
}

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

/** The traits of the module's tables. */
export const tables: TraitsByTable = {
  notifications: {
    key: ["id"],
    counted: true,
    inBackup: true,
    isPrivate: true,
    times: { created_at: "event", read_at: "event" },
    calls: null,
  },
  push_subscriptions: {
    key: ["id"],
    maxRows: notificationLimits.pushSubscriptions,
    counted: true,
    inBackup: true,
    isPrivate: true,
    times: { created_at: "event" },
    calls: { whom: "push services of the owner's devices", columns: ["endpoint"], off: "aside" },
  },
};
