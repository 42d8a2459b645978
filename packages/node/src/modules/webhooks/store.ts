import type { Selectable } from "kysely";
import type { Reader, Tx } from "../../store/database.ts";
import { prepareQuery } from "../../store/prepare-query.ts";
import { didChange, findRow } from "../../store/query-results.ts";
import {
  deliveryColumns,
  type WebhookDeliveriesTable,
  type WebhooksTable,
  webhookColumns,
} from "./tables.ts";

/** An address of the owner that gets events. Times in ms. */
export type WebhookRecord = Selectable<WebhooksTable>;

export type NewWebhook = Pick<WebhookRecord, "url" | "secret" | "events" | "createdAt">;

/** One try to tell a webhook something. */
export type WebhookDeliveryRecord = Selectable<WebhookDeliveriesTable>;

/** @returns its id */
export async function addWebhook(tx: Tx, { url, secret, events, createdAt }: NewWebhook): Promise<number> {
  const row = { url, secret, events, active: 1, failures: 0, nextTryAt: 0, createdAt };
  const { id } = await tx.insertInto("webhooks").values(row).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** All of them, oldest first; there are no more than a few. */
export async function listWebhooks(db: Reader): Promise<WebhookRecord[]> {
  return await selectWebhooks(db, {});
}

const selectWebhooks = prepareQuery((db) => db.selectFrom("webhooks").select(webhookColumns).orderBy("id"));

export function findWebhook(db: Reader, id: number): Promise<WebhookRecord | null> {
  return findRow(db.selectFrom("webhooks").select(webhookColumns).where("id", "=", id));
}

/** Updates the health of its deliveries, and whether it is active. */
export async function updateWebhook(
  tx: Tx,
  id: number,
  changes: Partial<Pick<WebhooksTable, "active" | "failures" | "lastFailureAt" | "nextTryAt">>,
): Promise<void> {
  await tx.updateTable("webhooks").set(changes).where("id", "=", id).execute();
}

/** With its deliveries. @returns whether it was there */
export function deleteWebhook(tx: Tx, id: number): Promise<boolean> {
  return didChange(tx.deleteFrom("webhooks").where("id", "=", id));
}

/** Saves a try, and deletes the webhook's oldest ones beyond the limit. */
export async function addWebhookDelivery(
  tx: Tx,
  delivery: Omit<WebhookDeliveriesTable, "id">,
  keep: number,
): Promise<void> {
  await tx.insertInto("webhook_deliveries").values(delivery).execute();
  const oldest = tx
    .selectFrom("webhook_deliveries")
    .select("id")
    .where("webhookId", "=", delivery.webhookId)
    .orderBy("id", "desc")
    .offset(keep)
    .limit(1);
  await tx
    .deleteFrom("webhook_deliveries")
    .where("webhookId", "=", delivery.webhookId)
    .where("id", "<=", oldest)
    .execute();
}

/** The tries of one webhook, newest first. */
export async function listWebhookDeliveries(db: Reader, webhookId: number): Promise<WebhookDeliveryRecord[]> {
  return db
    .selectFrom("webhook_deliveries")
    .select(deliveryColumns)
    .where("webhookId", "=", webhookId)
    .orderBy("id", "desc")
    .execute();
}
