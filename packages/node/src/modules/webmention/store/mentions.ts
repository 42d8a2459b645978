import type { Selectable } from "kysely";
import { countClients, isOfClient } from "../../../store/clients.ts";
import type { Reader, Tx } from "../../../store/database.ts";
import { countRows, didChange, findRow } from "../../../store/query-results.ts";
import { type MentionsTable, mentionColumns, type SentMentionsTable, sentMentionColumns } from "../tables.ts";

/** A mention that somebody sent. Times in ms. */
export type Mention = Selectable<MentionsTable>;

/** @returns its id */
export async function insertMention(tx: Tx, mention: Omit<Mention, "id">): Promise<number> {
  const { id } = await tx.insertInto("mentions").values(mention).returning("id").executeTakeFirstOrThrow();
  return id;
}

export async function updateMention(
  tx: Tx,
  id: number,
  changes: Partial<
    Pick<
      Mention,
      "state" | "reason" | "author" | "commentId" | "client" | "askedAt" | "publicationId" | "target"
    >
  >,
): Promise<void> {
  await tx.updateTable("mentions").set(changes).where("id", "=", id).execute();
}

/** Finds a mention by its id, by the key of its status, by its two pages, or the first of some pages of a post. */
export function findMention(
  db: Reader,
  by:
    | Pick<Mention, "id">
    | Pick<Mention, "statusKey">
    | Pick<Mention, "source" | "target">
    | { readonly sources: readonly string[]; readonly publicationId: number },
): Promise<Mention | null> {
  const all = db.selectFrom("mentions").select(mentionColumns);
  if ("id" in by) return findRow(all.where("id", "=", by.id));
  if ("statusKey" in by) return findRow(all.where("statusKey", "=", by.statusKey));
  if ("sources" in by) {
    const ofPost = all.where("publicationId", "=", by.publicationId).where("source", "in", by.sources);
    return findRow(ofPost.orderBy("id").limit(1));
  }
  return findRow(all.where("source", "=", by.source).where("target", "=", by.target));
}

/**
 * Counts the mentions that their pages did not confirm: those that wait, and where `since` (ms) is given, those that were refused
 * since then.
 *
 * @param from.host only those that name it
 */
export function countUnconfirmed(
  db: Reader,
  { since, host }: { since?: number; host?: string },
  of: Parameters<typeof countClients>[1],
): ReturnType<typeof countClients> {
  const isOpen = db
    .selectFrom("mentions")
    .where((eb) =>
      eb.or([
        eb("state", "=", "waiting"),
        ...(since === undefined ? [] : [eb.and([eb("state", "=", "refused"), eb("askedAt", ">", since)])]),
      ]),
    );
  return countClients(host === undefined ? isOpen : isOpen.where("host", "=", host), of);
}

/** Counts the mentions that became comments and were sent since a time (ms), of an author or of a host. */
export function countConfirmed(
  db: Reader,
  of: { since: number } & ({ author: string; publicationId?: number } | { host: string }),
): Promise<number> {
  const all = db.selectFrom("mentions").where("state", "=", "accepted").where("askedAt", ">", of.since);
  if ("host" in of) return countRows(all.where("host", "=", of.host));
  const ofAuthor = all.where("author", "=", of.author);
  const { publicationId } = of;
  return countRows(
    publicationId === undefined ? ofAuthor : ofAuthor.where("publicationId", "=", publicationId),
  );
}

/** Counts the mentions that wait for the owner, of a host or of the clients with a prefix. */
export function countHeld(db: Reader, of: { host: string } | { client: string }): Promise<number> {
  const held = db
    .selectFrom("mentions")
    .innerJoin("comments", "comments.id", "mentions.commentId")
    .where("comments.state", "=", "held");
  return countRows(
    "host" in of
      ? held.where("mentions.host", "=", of.host)
      : held.where(isOfClient(of.client, "mentions.client")),
  );
}

/** Deletes the records of who sent mentions before a time (ms), and ends those that wait since then. */
export async function endMentionsBefore(tx: Tx, before: number, reason: string): Promise<void> {
  const old = () => tx.updateTable("mentions").where("askedAt", "<=", before);
  await old().where("client", "is not", null).set({ client: null }).execute();
  await old().where("state", "=", "waiting").set({ state: "refused", reason }).execute();
}

/** Deletes up to `limit` mentions without a comment that were sent before a time (ms). @returns how many */
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

/** The mentions of one publication, in the order in which they were found. */
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
