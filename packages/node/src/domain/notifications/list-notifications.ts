import type { Context } from "../../context.ts";
import {
  countUnreadNotifications,
  listNotifications as listRecords,
  readNotificationsUpTo,
} from "../../store/notifications.ts";
import { type Page, type PageRequest, readPageById } from "../paging.ts";
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

/** A page of the owner's notifications, newest first. @throws AppError VALIDATION_FAILED as `readPage` */
export function listNotifications(
  { store }: Pick<Context, "store">,
  request: PageRequest,
): Promise<Page<NotificationView>> {
  return readPageById(request, async (page) => {
    const records = await listRecords(store.db, page);
    return records.map(
      ({ id, type, data, createdAt, readAt }) =>
        ({
          id,
          type,
          data: JSON.parse(data),
          createdAt: new Date(createdAt).toISOString(),
          readAt: readAt === null ? null : new Date(readAt).toISOString(),
        }) as NotificationView,
    );
  });
}

/** The number of unread notifications. */
export function countUnread({ store }: Pick<Context, "store">): Promise<number> {
  return countUnreadNotifications(store.db);
}

/**
 * Marks notifications as read up to the id `upTo`, so that later ones stay unread.
 *
 * @returns the number that were unread
 */
export function markNotificationsRead(
  { store, clock }: Pick<Context, "store" | "clock">,
  { upTo }: { upTo: number },
): Promise<number> {
  return store.transaction((tx) => readNotificationsUpTo(tx, upTo, clock.now()));
}
