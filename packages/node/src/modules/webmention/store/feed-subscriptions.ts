import type { Selectable } from "kysely";
import { countClients } from "../../../store/clients.ts";
import type { Reader, Tx } from "../../../store/database.ts";
import { countRows, didChange, findRow } from "../../../store/query-results.ts";
import { type FeedSubscriptionsTable, feedSubscriptionColumns } from "../tables.ts";

/** Somebody who gets a feed when it changes. Times in ms. */
export type FeedSubscription = Selectable<FeedSubscriptionsTable>;

/** Saves a subscription, or renews one by its topic and callback. */
export async function saveFeedSubscription(
  tx: Tx,
  subscription: Omit<FeedSubscription, "id" | "contentHash">,
): Promise<void> {
  const { secret, expiresAt } = subscription;
  await tx
    .insertInto("feed_subscriptions")
    .values({ ...subscription, contentHash: null })
    .onConflict((conflict) => conflict.columns(["topic", "callback"]).doUpdateSet({ secret, expiresAt }))
    .execute();
}

/** Finds a subscription by its id, or by its feed and its callback. */
export function findFeedSubscription(
  db: Reader,
  by: Pick<FeedSubscription, "id"> | Pick<FeedSubscription, "topic" | "callback">,
): Promise<FeedSubscription | null> {
  const all = db.selectFrom("feed_subscriptions").select(feedSubscriptionColumns);
  if ("id" in by) return findRow(all.where("id", "=", by.id));
  return findRow(all.where("topic", "=", by.topic).where("callback", "=", by.callback));
}

/** Notes what was delivered last. */
export async function writeDeliveredHash(tx: Tx, id: number, contentHash: string): Promise<void> {
  await tx.updateTable("feed_subscriptions").set({ contentHash }).where("id", "=", id).execute();
}

/** @returns whether it was there */
export function deleteFeedSubscription(
  tx: Tx,
  { topic, callback }: Pick<FeedSubscription, "topic" | "callback">,
): Promise<boolean> {
  const all = tx.deleteFrom("feed_subscriptions");
  return didChange(all.where("topic", "=", topic).where("callback", "=", callback));
}

/** The subscriptions that have not expired at `now` (ms), sorted by feed; the hub's limit bounds their number. */
export function listFeedSubscriptions(db: Reader, now: number): Promise<FeedSubscription[]> {
  const all = db.selectFrom("feed_subscriptions").select(feedSubscriptionColumns);
  return all.where("expiresAt", ">", now).orderBy("topic").orderBy("id").execute();
}

/** Counts the subscriptions, and the networks that asked for them. */
export function countFeedSubscriptions(
  db: Reader,
  of: Parameters<typeof countClients>[1],
): ReturnType<typeof countClients> {
  return countClients(db.selectFrom("feed_subscriptions"), of);
}

export function countSubscriptionsOfHost(db: Reader, host: string): Promise<number> {
  return countRows(db.selectFrom("feed_subscriptions").where("host", "=", host));
}

/** Deletes those that expired before a time (ms). */
export async function deleteExpiredSubscriptions(tx: Tx, before: number): Promise<void> {
  await tx.deleteFrom("feed_subscriptions").where("expiresAt", "<=", before).execute();
}
