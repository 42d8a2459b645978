import type { Reader, Tx } from "./store.ts";

/** A device of the owner that is told by push. `p256dh` and `auth` are its keys, in base64url. */
export interface PushSubscriptionRecord {
  id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  /** ms */
  createdAt: number;
}

const columns = ["id", "endpoint", "p256dh", "auth", "created_at as createdAt"] as const;

/** Adds a device, or gives a known one its new keys. */
export async function savePushSubscription(
  tx: Tx,
  { endpoint, p256dh, auth, createdAt }: Omit<PushSubscriptionRecord, "id">,
): Promise<void> {
  await tx
    .insertInto("push_subscriptions")
    .values({ endpoint, p256dh, auth, created_at: createdAt })
    .onConflict((conflict) => conflict.column("endpoint").doUpdateSet({ p256dh, auth }))
    .execute();
}

export async function findPushSubscription(db: Reader, id: number): Promise<PushSubscriptionRecord | null> {
  const row = await db
    .selectFrom("push_subscriptions")
    .select(columns)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/** All of them, oldest first; there are no more than a few. */
export async function listPushSubscriptions(db: Reader): Promise<PushSubscriptionRecord[]> {
  return db.selectFrom("push_subscriptions").select(columns).orderBy("id").execute();
}

/** @returns whether it was there */
export async function deletePushSubscription(
  tx: Tx,
  which: { id: number } | { endpoint: string },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("push_subscriptions")
    .$if("id" in which, (query) => query.where("id", "=", "id" in which ? which.id : 0))
    .$if("endpoint" in which, (query) =>
      query.where("endpoint", "=", "endpoint" in which ? which.endpoint : ""),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
