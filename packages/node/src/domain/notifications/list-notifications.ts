import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import {
  countUnreadNotifications,
  listNotifications as listRecords,
  readNotificationsUpTo,
} from "../../store/notifications.ts";
import type { NotificationData, NotificationType } from "./notification.ts";

/** One notification of the list. Times are ISO 8601 UTC. */
export type NotificationView = {
  [T in NotificationType]: {
    id: number;
    type: T;
    data: NotificationData[T];
    createdAt: string;
    /** Null: not read yet. */
    readAt: string | null;
  };
}[NotificationType];

/** A page of the list. */
export interface NotificationsPage {
  items: NotificationView[];
  hasMore: boolean;
  /** In the whole list. */
  unread: number;
}

/**
 * What the owner was told, newest first; the newest thousand are kept.
 *
 * @param page.first how many, from 1 to 100
 * @param page.after the id of the last one of the page before
 * @throws AppError VALIDATION_FAILED
 */
export async function listNotifications(
  { store }: Pick<Context, "store">,
  { first, after = null }: { first: number; after?: number | null },
): Promise<NotificationsPage> {
  if (!Number.isInteger(first) || first < 1 || first > 100) {
    throw new AppError("VALIDATION_FAILED", "A page has from 1 to 100 notifications.");
  }
  const records = await listRecords(store.db, { limit: first + 1, ...(after !== null && { after }) });
  const items = records.slice(0, first).map(
    ({ id, type, data, createdAt, readAt }) =>
      ({
        id,
        type,
        data: JSON.parse(data),
        createdAt: new Date(createdAt).toISOString(),
        readAt: readAt === null ? null : new Date(readAt).toISOString(),
      }) as NotificationView,
  );
  return { items, hasMore: records.length > first, unread: await countUnreadNotifications(store.db) };
}

/**
 * Marks notifications as read: all up to the newest one that the owner saw, so that what came meanwhile stays unread.
 *
 * @param upTo the id of that one
 * @returns how many were unread
 */
export async function markNotificationsRead(
  { store, clock }: Pick<Context, "store" | "clock">,
  { upTo }: { upTo: number },
): Promise<number> {
  return await store.transaction((tx) => readNotificationsUpTo(tx, upTo, clock.now()));
}
