import type { Selectable } from "kysely";
import { isOfClient } from "./clients.ts";
import type { Reader, Tx } from "./database.ts";
import { countRows, didChange, findRow } from "./query-results.ts";
import {
  type MentionsTable,
  mentionColumns,
  type SentMentionsTable,
  sentMentionColumns,
} from "./tables/found.ts";

/** A mention that somebody told of. Times in ms. */
export type Mention = Selectable<MentionsTable>;

/** @returns its id */
export async function insertMention(tx: Tx, mention: Omit<Mention, "id">): Promise<number> {
  const { id } = await tx.insertInto("mentions").values(mention).returning("id").executeTakeFirstOrThrow();
  return id;
}

export async function updateMention(
  tx: Tx,
  id: number,
  changes: Partial<Pick<Mention, "state" | "reason" | "commentId" | "client" | "askedAt" | "publicationId">>,
): Promise<void> {
  await tx.updateTable("mentions").set(changes).where("id", "=", id).execute();
}

/** Finds a mention by its id, by the key of its status, or by its two pages. */
export function findMention(
  db: Reader,
  by: Pick<Mention, "id"> | Pick<Mention, "statusKey"> | Pick<Mention, "source" | "target">,
): Promise<Mention | null> {
  const all = db.selectFrom("mentions").select(mentionColumns);
  if ("id" in by) return findRow(all.where("id", "=", by.id));
  if ("statusKey" in by) return findRow(all.where("statusKey", "=", by.statusKey));
  return findRow(all.where("source", "=", by.source).where("target", "=", by.target));
}

/** Counts the mentions of a host, or of the clients with a prefix, that were told since a time (ms), or those that wait. */
export function countMentions(
  db: Reader,
  of: { host: string; since: number } | { client: string; since: number } | { state: Mention["state"] },
): Promise<number> {
  const all = db.selectFrom("mentions");
  if ("state" in of) return countRows(all.where("state", "=", of.state));
  const since = all.where("askedAt", ">", of.since);
  return countRows("host" in of ? since.where("host", "=", of.host) : since.where(isOfClient(of.client)));
}

/** Forgets who told of mentions before a time (ms), and ends those that wait since then. */
export async function endMentionsBefore(tx: Tx, before: number, reason: string): Promise<void> {
  const old = () => tx.updateTable("mentions").where("askedAt", "<=", before);
  await old().where("client", "is not", null).set({ client: null }).execute();
  await old().where("state", "=", "waiting").set({ state: "refused", reason }).execute();
}

/** Deletes up to `limit` mentions without a comment that were told before a time (ms). @returns how many */
export async function deleteMentionsBefore(tx: Tx, before: number, limit: number): Promise<number> {
  const old = tx
    .selectFrom("mentions")
    .select("id")
    .where("state", "in", ["refused", "removed"])
    .where("askedAt", "<=", before)
    .orderBy("askedAt")
    .limit(limit);
  const { numDeletedRows } = await tx.deleteFrom("mentions").where("id", "in", old).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** A mention of another page in a post of the owner's. */
export type SentMention = Selectable<SentMentionsTable>;

/** Those of one publication, in the order in which they were found. */
export function listSentMentions(db: Reader, publicationId: number): Promise<SentMention[]> {
  return db
    .selectFrom("sent_mentions")
    .select(sentMentionColumns)
    .where("publicationId", "=", publicationId)
    .orderBy("id")
    .execute();
}

export function findSentMention(db: Reader, id: number): Promise<SentMention | null> {
  return findRow(db.selectFrom("sent_mentions").select(sentMentionColumns).where("id", "=", id));
}

/** Notes that a page is to be told of a post, once more where it was before. @returns the id */
export async function saveSentMention(
  tx: Tx,
  {
    publicationId,
    source,
    target,
    updatedAt,
  }: Omit<SentMention, "id" | "state" | "status" | "problem" | "receipt">,
): Promise<number> {
  const waiting = { state: "waiting" as const, source, status: null, problem: null, updatedAt };
  const { id } = await tx
    .insertInto("sent_mentions")
    .values({ publicationId, target, receipt: null, ...waiting })
    .onConflict((conflict) => conflict.columns(["publicationId", "target"]).doUpdateSet(waiting))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateSentMention(
  tx: Tx,
  id: number,
  changes: Partial<Pick<SentMention, "state" | "status" | "problem" | "receipt" | "updatedAt">>,
): Promise<void> {
  await tx.updateTable("sent_mentions").set(changes).where("id", "=", id).execute();
}

/** @returns whether it was there */
export function deleteSentMention(tx: Tx, id: number): Promise<boolean> {
  return didChange(tx.deleteFrom("sent_mentions").where("id", "=", id));
}
