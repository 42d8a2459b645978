import type { Selectable } from "kysely";
import type { Reader, Tx } from "./database.ts";
import { countRows, didChange, findRow } from "./query-results.ts";
import { type FeedSubscriptionsTable, feedSubscriptionColumns } from "./tables/found.ts";

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

export function findFeedSubscription(db: Reader, id: number): Promise<FeedSubscription | null> {
  const all = db.selectFrom("feed_subscriptions").select(feedSubscriptionColumns);
  return findRow(all.where("id", "=", id));
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

/** Those that have not expired at `now` (ms), oldest first; there are no more than the limit of the hub. */
export function listFeedSubscriptions(db: Reader, now: number): Promise<FeedSubscription[]> {
  const all = db.selectFrom("feed_subscriptions").select(feedSubscriptionColumns);
  return all.where("expiresAt", ">", now).orderBy("id").execute();
}

/** Counts the subscriptions, or those of a host. */
export function countFeedSubscriptions(db: Reader, host?: string): Promise<number> {
  const all = db.selectFrom("feed_subscriptions");
  return countRows(host === undefined ? all : all.where("host", "=", host));
}

/** Deletes those that expired before a time (ms). */
export async function deleteExpiredSubscriptions(tx: Tx, before: number): Promise<void> {
  await tx.deleteFrom("feed_subscriptions").where("expiresAt", "<=", before).execute();
}
