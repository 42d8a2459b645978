import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { Reader, Tx } from "../../store/database.ts";
import { markDue } from "../../store/due-queues.ts";
import { countChanged, countRows, didChange, findRow, hasRow } from "../../store/query-results.ts";
import {
  deviceColumns,
  type NotificationsTable,
  notificationColumns,
  type PushSubscriptionsTable,
} from "./tables.ts";

/** A notification of the owner. Times in ms. */
export type NotificationRecord = Selectable<NotificationsTable>;

export type NewNotification = Omit<NotificationRecord, "id" | "readAt">;

/** Adds one, and deletes the oldest beyond the limit. @returns its id */
export async function addNotification(
  tx: Tx,
  { type, subject, data, createdAt }: NewNotification,
  keep: number,
): Promise<number> {
  markDue(tx, "notifications");
  const { id } = await tx
    .insertInto("notifications")
    .values({ type, subject, data, createdAt })
    .returning("id")
    .executeTakeFirstOrThrow();
  const oldest = tx.selectFrom("notifications").select("id").orderBy("id", "desc").offset(keep).limit(1);
  await tx.deleteFrom("notifications").where("id", "<=", oldest).execute();
  return id;
}

/** Whether the same was notified since that time (ms). */
export function wasNotified(
  db: Reader,
  { type, subject }: Pick<NotificationRecord, "type" | "subject">,
  since: number,
): Promise<boolean> {
  return hasRow(
    db
      .selectFrom("notifications")
      .select("id")
      .where("type", "=", type)
      .where("subject", "=", subject)
      .where("createdAt", ">", since)
      .limit(1),
  );
}

/** Whether the limit of a type was reached since that time (ms). */
export function wereNotified(db: Reader, type: string, count: number, since: number): Promise<boolean> {
  return hasRow(
    db
      .selectFrom("notifications")
      .select("id")
      .where("type", "=", type)
      .where("createdAt", ">", since)
      .orderBy("createdAt")
      .offset(count - 1)
      .limit(1),
  );
}

/** Newest first; `after` is the id of the last one of the page before. */
export async function listNotifications(
  db: Reader,
  page: { limit: number; after?: number },
): Promise<NotificationRecord[]> {
  const { limit, after } = page;
  return db
    .selectFrom("notifications")
    .select(notificationColumns)
    .$if(after !== undefined, (query) => query.where("id", "<", after ?? 0))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export function countUnreadNotifications(db: Reader): Promise<number> {
  return countRows(db.selectFrom("notifications").where(isUnread));
}

/** Marks all up to that id as read. @returns how many were not. */
export function readNotificationsUpTo(tx: Tx, id: number, now: number): Promise<number> {
  return countChanged(
    tx.updateTable("notifications").set({ readAt: now }).where(isUnread).where("id", "<=", id),
  );
}

/** Marks those about any of these subjects as read. */
export async function readNotificationsOf(
  tx: Tx,
  { type, subjects }: { type: string; subjects: readonly string[] },
  now: number,
): Promise<void> {
  await tx
    .updateTable("notifications")
    .set({ readAt: now })
    .where("type", "=", type)
    .where("subject", "in", subjects)
    .where(isUnread)
    .execute();
}

const isUnread = sql<boolean>`read_at is null`;

/** A device of the owner with push. `p256dh` and `auth` are its keys, in base64url. */
export type PushSubscriptionRecord = Selectable<PushSubscriptionsTable>;

/** Adds a device, or gives a known one its new keys. */
export async function savePushSubscription(
  tx: Tx,
  { endpoint, p256dh, auth, createdAt }: Omit<PushSubscriptionRecord, "id">,
): Promise<void> {
  await tx
    .insertInto("push_subscriptions")
    .values({ endpoint, p256dh, auth, createdAt })
    .onConflict((conflict) => conflict.column("endpoint").doUpdateSet({ p256dh, auth }))
    .execute();
}

export function findPushSubscription(db: Reader, id: number): Promise<PushSubscriptionRecord | null> {
  return findRow(db.selectFrom("push_subscriptions").select(deviceColumns).where("id", "=", id));
}

/** All of them, oldest first; there are no more than a few. */
export async function listPushSubscriptions(db: Reader): Promise<PushSubscriptionRecord[]> {
  return db.selectFrom("push_subscriptions").select(deviceColumns).orderBy("id").execute();
}

/** @returns whether it was there */
export function deletePushSubscription(
  tx: Tx,
  which: { id: number } | { endpoint: string },
): Promise<boolean> {
  return didChange(
    tx
      .deleteFrom("push_subscriptions")
      .$if("id" in which, (query) => query.where("id", "=", "id" in which ? which.id : 0))
      .$if("endpoint" in which, (query) =>
        query.where("endpoint", "=", "endpoint" in which ? which.endpoint : ""),
      ),
  );
}
