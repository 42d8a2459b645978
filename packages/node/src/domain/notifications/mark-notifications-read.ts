import type { Context } from "../../context.ts";
import { readNotificationsUpTo } from "../../store/notifications.ts";

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
