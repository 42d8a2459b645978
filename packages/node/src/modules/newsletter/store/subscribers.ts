import { type Selectable, sql } from "kysely";
import { countClients } from "../../../store/clients.ts";
import type { Reader, Tx } from "../../../store/database.ts";
import { countChanged, countRows, didChange, findRow } from "../../../store/query-results.ts";
import {
  type NewsletterRefusalsTable,
  type SubscriberState,
  type SubscribersTable,
  subscriberColumns,
} from "../tables.ts";

/** A reader by mail. Times in ms. */
export type Subscriber = Omit<Selectable<SubscribersTable>, "emailKey" | "client">;

/** A subscription to be written; its key follows from the address. */
export type NewSubscriber = Omit<Subscriber, "id" | "bounces" | "lastBounceAt" | "lastBounce"> & {
  client: string | null;
};

/** Adds subscribers whose address is not there yet. One statement: pass up to 500. @returns how many were added */
export async function insertSubscribers(tx: Tx, rows: readonly NewSubscriber[]): Promise<number> {
  if (rows.length === 0) return 0;
  const bounces = { bounces: 0, lastBounceAt: null, lastBounce: null };
  const values = rows.map((row) => ({ ...row, emailKey: row.email.toLowerCase(), ...bounces }));
  return countChanged(
    tx
      .insertInto("subscribers")
      .values(values)
      .onConflict((conflict) => conflict.column("emailKey").doNothing()),
  );
}

export function findSubscriber(db: Reader, id: number): Promise<Subscriber | null> {
  return findRow(db.selectFrom("subscribers").select(subscriberColumns).where("id", "=", id));
}

export function findSubscriberByAddress(db: Reader, email: string): Promise<Subscriber | null> {
  const key = email.toLowerCase();
  return findRow(db.selectFrom("subscribers").select(subscriberColumns).where("emailKey", "=", key));
}

/** The addresses among these that are there, in lower case. */
export async function listKnownAddresses(db: Reader, emails: readonly string[]): Promise<Set<string>> {
  if (emails.length === 0) return new Set();
  const keys = emails.map((email) => email.toLowerCase());
  const rows = await db.selectFrom("subscribers").select("emailKey").where("emailKey", "in", keys).execute();
  return new Set(rows.map(({ emailKey }) => emailKey));
}

export async function updateSubscriber(
  tx: Tx,
  id: number,
  changes: Partial<
    Omit<NewSubscriber, "email"> & Pick<Subscriber, "bounces" | "lastBounceAt" | "lastBounce">
  >,
): Promise<void> {
  await tx.updateTable("subscribers").set(changes).where("id", "=", id).execute();
}

/** Ends all pauses, or those of addresses with a text (in lower case) in them. @returns how many */
export function resumePaused(tx: Tx, search: string): Promise<number> {
  return countChanged(
    tx
      .updateTable("subscribers")
      .set({ state: "active", bounces: 0, lastBounceAt: null, lastBounce: null })
      .where("state", "=", "paused")
      .$if(search !== "", (query) => query.where(hasInAddress(search))),
  );
}

/** Deletes a subscriber with all that is known of their mails. @returns whether there was one */
export function deleteSubscriber(tx: Tx, id: number): Promise<boolean> {
  return didChange(tx.deleteFrom("subscribers").where("id", "=", id));
}

/** Which subscribers: in one state or all, with a text in their address. */
export interface SubscriberFilter {
  state?: SubscriberState | null;
  /** In lower case. */
  search?: string | null;
}

function hasInAddress(search: string) {
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`email_key like ${pattern} escape ${"\\"}`;
}

/** Lists subscribers, newest first; `after` is the last id of the page before. */
export function listSubscribers(
  db: Reader,
  { state, search }: SubscriberFilter,
  { limit, after }: { limit: number; after?: number },
): Promise<Subscriber[]> {
  return db
    .selectFrom("subscribers")
    .select(subscriberColumns)
    .$if(Boolean(state), (query) => query.where("state", "=", state ?? "active"))
    .$if(Boolean(search), (query) => query.where(hasInAddress(search ?? "")))
    .$if(after !== undefined, (query) => query.where("id", "<", after ?? 0))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** The subscribers that get mails, oldest first. */
export function listActive(
  db: Reader,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<Pick<Subscriber, "id" | "tags">[]> {
  return db
    .selectFrom("subscribers")
    .select(["id", "tags"])
    .where("state", "=", "active")
    .where("id", ">", after)
    .where("id", "<=", upTo)
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** The highest id; 0 without any. */
export async function lastSubscriberId(db: Reader): Promise<number> {
  const row = await db
    .selectFrom("subscribers")
    .select((eb) => eb.fn.max("id").as("id"))
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** Counts those in one state; since a time (ms) only those confirmed since. */
export function countSubscribers(db: Reader, state: SubscriberState, since?: number): Promise<number> {
  return countRows(
    db
      .selectFrom("subscribers")
      .where("state", "=", state)
      .$if(since !== undefined, (query) => query.where("confirmedAt", ">", since ?? 0)),
  );
}

/** Counts the links that were mailed since a time (ms) for the form, and the networks that asked for them. */
export function countRequests(
  db: Reader,
  since: number,
  of: Parameters<typeof countClients>[1],
): ReturnType<typeof countClients> {
  const asked = db.selectFrom("subscribers").where("requestedAt", ">", since);
  return countClients(asked.where("client", "is not", null), of);
}

/** Deletes those who did not confirm a link from before a time (ms), and forgets older clients. */
export async function deleteUnconfirmed(tx: Tx, before: { request: number; client: number }): Promise<void> {
  await tx
    .deleteFrom("subscribers")
    .where("state", "=", "pending")
    .where("requestedAt", "<=", before.request)
    .execute();
  await tx
    .updateTable("subscribers")
    .set({ client: null })
    .where("client", "is not", null)
    .where("requestedAt", "<=", before.client)
    .execute();
}

/** Stores the hash of an address that does not want mails. */
export async function saveRefusal(tx: Tx, refusal: NewsletterRefusalsTable): Promise<void> {
  const { refusedAt, requestedAt } = refusal;
  await tx
    .insertInto("newsletter_refusals")
    .values(refusal)
    .onConflict((conflict) => conflict.column("emailHash").doUpdateSet({ refusedAt, requestedAt }))
    .execute();
}

export function findRefusal(db: Reader, emailHash: string): Promise<NewsletterRefusalsTable | null> {
  return findRow(
    db
      .selectFrom("newsletter_refusals")
      .select(["emailHash", "refusedAt", "requestedAt"])
      .where("emailHash", "=", emailHash),
  );
}

/** The hashes that are refusals. */
export async function listRefusals(db: Reader, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await db
    .selectFrom("newsletter_refusals")
    .select("emailHash")
    .where("emailHash", "in", hashes)
    .execute();
  return new Set(rows.map(({ emailHash }) => emailHash));
}

export async function deleteRefusal(tx: Tx, emailHash: string): Promise<void> {
  await tx.deleteFrom("newsletter_refusals").where("emailHash", "=", emailHash).execute();
}

/** Counts who left since a time (ms). */
export function countRefusals(db: Reader, since: number): Promise<number> {
  return countRows(db.selectFrom("newsletter_refusals").where("refusedAt", ">", since));
}
