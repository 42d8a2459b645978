import { hourMs } from "@freehold/protocol/internal";
import { chooseLanguage } from "../../domain/mail/mail-texts.ts";
import { readSettingValues } from "../../domain/settings/settings.ts";
import type { Tx } from "../../store/database.ts";
import { notificationLimits } from "./limits.ts";
import { declarationOf, type Notification } from "./notification.ts";
import { addPushes } from "./push.ts";
import { formatPush } from "./push-texts.ts";
import { addNotification, wasNotified, wereNotified } from "./store.ts";

/**
 * Tells the owner something, in the transaction that caused it: a row for the list and a push to each device. It writes
 * nothing that the owner switched off, nothing that was written a short time ago, and only a limited number an hour.
 *
 * @param notification.now when it happened (ms)
 */
export async function notify(tx: Tx, notification: Notification & { readonly now: number }): Promise<void> {
  const { now, ...fields } = notification;
  const { type, ...data } = fields;
  const { setting, subject: subjectOf, onceInMs, perHour } = declarationOf(type);
  const settings = await readSettingValues(tx);
  if (setting !== null && settings[setting] !== true) return;
  const subject = subjectOf(fields);
  if (onceInMs > 0 && (await wasNotified(tx, { type, subject }, now - onceInMs))) return;
  if (perHour !== null && (await wereNotified(tx, type, perHour, now - hourMs))) return;
  const record = { type, subject, data: JSON.stringify(data), createdAt: now };
  const id = await addNotification(tx, record, notificationLimits.notifications);
  await addPushes(tx, {
    message: { id, type, ...formatPush(chooseLanguage(settings.defaultLanguage), fields), data },
    now,
  });
}
