import { type Selectable, sql } from "kysely";
import type { Reader, Tx } from "./database.ts";
import { countRows, didChange, findRow, hasRow } from "./query-results.ts";
import { type CommentState, type CommentsTable, commentColumns } from "./tables/comments.ts";

/** A comment as it is stored. Its author's mail address is in it: never an answer to anybody. */
export type CommentRecord = Omit<Selectable<CommentsTable>, "authorKey" | "client" | "confirmedAt">;

export interface NewComment
  extends Omit<
    CommentRecord,
    "id" | "state" | "deletionTokenHash" | "deletionExpiresAt" | "mention" | "answers"
  > {
  /** As in the table; none by default. */
  answers?: number | null;
  /** The author's client, as a hash. */
  client: string | null;
}

/** The key under which the comments of one author are found. No mail address has a blank, so that an imported name is none. */
export function authorKeyOf({
  authType,
  authorId,
  authorName,
}: Pick<CommentRecord, "authType" | "authorId" | "authorName">): string {
  return (authType === "IMPORTED" ? `imported ${authorName}` : authorId).toLowerCase();
}

/** Stores a comment that its author has to confirm. @returns its id, which is never given out twice. */
export async function insertComment(tx: Tx, comment: NewComment): Promise<number> {
  const { id } = await tx
    .insertInto("comments")
    .values({
      publicationId: comment.publicationId,
      state: "pending",
      authType: comment.authType,
      authorId: comment.authorId,
      authorKey: authorKeyOf(comment),
      authorName: comment.authorName,
      body: comment.body,
      timestamp: comment.timestamp,
      client: comment.client,
      tokenHash: comment.tokenHash,
      createdAt: comment.createdAt,
      answers: comment.answers ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export function findComment(db: Reader, id: number): Promise<CommentRecord | null> {
  return findRow(db.selectFrom("comments").select(commentColumns).where("id", "=", id));
}

/** The comments with these ids, in no order; those that are gone are left out. */
export async function findComments(db: Reader, ids: readonly number[]): Promise<CommentRecord[]> {
  if (ids.length === 0) return [];
  return await db.selectFrom("comments").select(commentColumns).where("id", "in", ids).execute();
}

/** @returns the id of a comment with which the same author has written the same words there in the same second, or null */
export function findSameComment(
  db: Reader,
  comment: Pick<
    CommentRecord,
    "publicationId" | "authType" | "authorId" | "authorName" | "body" | "timestamp"
  >,
): Promise<Pick<CommentRecord, "id"> | null> {
  return findRow(
    db
      .selectFrom("comments")
      .select("id")
      .where("publicationId", "=", comment.publicationId)
      .where("timestamp", "=", comment.timestamp)
      .where("authType", "=", comment.authType)
      .where("authorName", "=", comment.authorName)
      .where("body", "=", comment.body)
      // Without a mail address, the name identifies the author.
      .$if(comment.authorId !== "" && comment.authType !== "IMPORTED", (query) =>
        query.where("authorKey", "in", [comment.authorId.toLowerCase(), ""]),
      )
      .limit(1),
  );
}

/**
 * Moves a comment on from one state; its token works no more then.
 *
 * @param change.confirmedAt ms, where it is confirmed by this
 * @returns false when it was not in that state (any more).
 */
export async function moveComment(
  tx: Tx,
  id: number,
  change: { from: CommentState; to: CommentState; confirmedAt?: number },
): Promise<boolean> {
  const { from, to, confirmedAt } = change;
  return await didChange(
    tx
      .updateTable("comments")
      .set({ state: to, tokenHash: null, ...(confirmedAt !== undefined && { confirmedAt }) })
      .where("id", "=", id)
      .where("state", "=", from),
  );
}

/** Updates the comment of a mention from the page of the other site. */
export async function writeMention(
  tx: Tx,
  id: number,
  mention: Pick<CommentRecord, "authorId" | "authorName" | "body" | "mention">,
): Promise<void> {
  const authorKey = mention.authorId.toLowerCase();
  await tx
    .updateTable("comments")
    .set({ ...mention, authorKey })
    .where("id", "=", id)
    .execute();
}

/** Counts the mentions that wait for the owner. */
export function countHeldMentions(db: Reader): Promise<number> {
  return countRows(
    db.selectFrom("comments").where("state", "=", "held").where("authType", "=", "WEBMENTION"),
  );
}

/** Keeps the hash of a token that deletes the comment until `expiresAt` (ms), in place of an older one. */
export async function writeDeletionToken(tx: Tx, id: number, hash: string, expiresAt: number): Promise<void> {
  await tx
    .updateTable("comments")
    .set({ deletionTokenHash: hash, deletionExpiresAt: expiresAt })
    .where("id", "=", id)
    .execute();
}

/** @returns whether it was there. */
export function deleteComment(tx: Tx, id: number): Promise<boolean> {
  return didChange(tx.deleteFrom("comments").where("id", "=", id));
}

/** Notes that a signature was used. @returns false when it was before. */
export function useCommentSignature(tx: Tx, signature: string, usedAt: number): Promise<boolean> {
  return didChange(
    tx
      .insertInto("comment_signatures")
      .values({ signature, usedAt })
      .onConflict((conflict) => conflict.column("signature").doNothing()),
  );
}

export interface CommentPage {
  /** Null for those on any publication. */
  publicationId: number | null;
  states: readonly CommentState[];
  /** The author whose comments are wanted (`author_key`). */
  author?: string | null;
  /** Includes those on drafts: for the owner alone. */
  withDrafts?: boolean;
  /** The id that the page begins after. */
  after: number | null;
  limit: number;
  newestFirst?: boolean;
}

/** A page of comments in the order in which they came, or the newest first, on publications that readers see. */
export async function listComments(db: Reader, page: CommentPage): Promise<CommentRecord[]> {
  const { publicationId, states, author = null, after, limit, newestFirst = false } = page;
  const seen = page.withDrafts ? (["draft", "local", "signed"] as const) : (["local", "signed"] as const);
  const order = newestFirst ? "desc" : "asc";
  // Each state has its own ordered run in the index; of each no more is read than the page could need.
  const runOf = (state: CommentState) => {
    const run = db
      .selectFrom("comments")
      .innerJoin("publications", "publications.id", "comments.publicationId")
      .select("comments.id as key")
      .where("comments.state", "=", state)
      .where("publications.state", "in", seen)
      .$if(publicationId !== null, (query) => query.where("comments.publicationId", "=", publicationId))
      .$if(author !== null, (query) => query.where("comments.authorKey", "=", author))
      .$if(after !== null, (query) => query.where("comments.id", newestFirst ? "<" : ">", after))
      .orderBy("comments.id", order)
      .limit(limit);
    return db.selectFrom(run.as(state)).select("key");
  };
  const [first, ...rest] = states.map(runOf);
  if (first === undefined) return [];
  const keys = rest.reduce((all, run) => all.unionAll(run), first);
  return await db
    .selectFrom(db.selectFrom(keys.as("runs")).select("key").orderBy("key", order).limit(limit).as("page"))
    .innerJoin("comments", "comments.id", "page.key")
    .select(commentColumns)
    .orderBy("comments.id", order)
    .execute();
}

/**
 * A page of the published comments on a publication: in the order in which they came, each with its answers below it.
 *
 * @param after the comment that the page begins after
 */
export async function listConversation(
  db: Reader,
  { publicationId, after, limit }: Pick<CommentPage, "publicationId" | "after" | "limit">,
): Promise<CommentRecord[]> {
  const last = after === null ? null : await findComment(db, after);
  const place = [last?.answers ?? after, after] as const;
  return await db
    .selectFrom("comments")
    .select(commentColumns)
    .where("publicationId", "=", publicationId)
    .where("state", "=", "published")
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(${inConversation}, id) > (${place[0]}, ${place[1]})`),
    )
    .orderBy(inConversation)
    .orderBy("id")
    .limit(limit)
    .execute();
}

const inConversation = sql<number>`coalesce(answers, id)`;

/** How many comments there are in each state, on publications that readers see. */
export async function countCommentsByState(db: Reader): Promise<Record<CommentState, number>> {
  const rows = await db
    .selectFrom("comments")
    .innerJoin("publications", "publications.id", "comments.publicationId")
    .select((eb) => ["comments.state", eb.fn.countAll<number>().as("count")])
    .where("publications.state", "in", ["local", "signed"])
    .groupBy("comments.state")
    .execute();
  const counts = { pending: 0, held: 0, published: 0, rejected: 0 };
  for (const { state, count } of rows) counts[state] = Number(count);
  return counts;
}

/** How many comments readers see on each of these publications; those without any are not in it. */
export async function countPublishedComments(
  db: Reader,
  publicationIds: readonly number[],
): Promise<Map<number, number>> {
  if (publicationIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("comments")
    .select((eb) => ["publicationId as id", eb.fn.countAll<number>().as("count")])
    .where("publicationId", "in", publicationIds)
    .where("state", "=", "published")
    .groupBy("publicationId")
    .execute();
  return new Map(rows.map(({ id, count }) => [id, Number(count)]));
}

/** Lets a publication take comments, or not. */
export async function writeCommentsOpen(tx: Tx, publicationId: number, open: boolean): Promise<void> {
  if (open) {
    await tx.deleteFrom("closed_comments").where("publicationId", "=", publicationId).execute();
    return;
  }
  await tx
    .insertInto("closed_comments")
    .values({ publicationId })
    .onConflict((conflict) => conflict.column("publicationId").doNothing())
    .execute();
}

export async function areCommentsOpen(db: Reader, publicationId: number): Promise<boolean> {
  const closed = db.selectFrom("closed_comments").where("publicationId", "=", publicationId);
  return !(await hasRow(closed.select("publicationId")));
}
