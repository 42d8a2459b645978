import type { Selectable } from "kysely";
import { countClients, isOfClient } from "./clients.ts";
import type { Reader, Tx } from "./database.ts";
import { countRows, didChange, findRow } from "./query-results.ts";
import { type CommentAuth, type CommenterBlocksTable, commenterBlockColumns } from "./tables/comments.ts";

/** Counts the comments that the clients with a prefix have written since a time (ms). */
export function countCommentsOfClient(db: Reader, prefix: string, since: number): Promise<number> {
  return countRows(db.selectFrom("comments").where(isOfClient(prefix)).where("createdAt", ">", since));
}

/** Counts an author's comments that are not confirmed yet. */
export function countPendingOfAuthor(db: Reader, authorId: string): Promise<number> {
  return countRows(
    db.selectFrom("comments").where("authorKey", "=", authorId.toLowerCase()).where("state", "=", "pending"),
  );
}

/** Counts an author's comments that were confirmed since a time (ms), also those that the owner rejected. */
export function countConfirmedOfAuthor(db: Reader, authorId: string, since: number): Promise<number> {
  return countRows(
    db
      .selectFrom("comments")
      .where("authorKey", "=", authorId.toLowerCase())
      .where("state", "in", ["held", "published", "rejected"])
      .where("confirmedAt", ">", since),
  );
}

/** Counts the comments that are not confirmed yet, and the networks that wrote them. */
export function countPending(
  db: Reader,
  authType: CommentAuth,
  of: Parameters<typeof countClients>[1],
): ReturnType<typeof countClients> {
  const pending = db.selectFrom("comments").where("state", "=", "pending").where("authType", "=", authType);
  return countClients(pending, of);
}

/** Deletes the comments from before a time (ms) that nobody has confirmed by mail or wallet. */
export async function deletePendingBefore(tx: Tx, authType: CommentAuth, before: number): Promise<void> {
  await tx
    .deleteFrom("comments")
    .where("state", "=", "pending")
    .where("authType", "=", authType)
    .where("createdAt", "<=", before)
    .execute();
}

/** Forgets the clients of the comments from before a time (ms). */
export async function forgetClientsBefore(tx: Tx, before: number): Promise<void> {
  await tx
    .updateTable("comments")
    .set({ client: null })
    .where("client", "is not", null)
    .where("createdAt", "<=", before)
    .execute();
}

/** An author by mail whose comments the owner does not take. */
export type CommenterBlock = Selectable<CommenterBlocksTable>;

/** Blocks an author; an existing block gets the new note only. @returns its id */
export async function saveCommenterBlock(tx: Tx, block: Omit<CommenterBlock, "id">): Promise<number> {
  const { id } = await tx
    .insertInto("commenter_blocks")
    .values(block)
    .onConflict((conflict) => conflict.column("authorKey").doUpdateSet({ reason: block.reason }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** @returns whether there was one */
export function deleteCommenterBlock(tx: Tx, id: number): Promise<boolean> {
  return didChange(tx.deleteFrom("commenter_blocks").where("id", "=", id));
}

/** Whether the owner has blocked the author with this mail address (lower case). */
export async function isCommenterBlocked(db: Reader, authorKey: string): Promise<boolean> {
  const row = await findRow(
    db.selectFrom("commenter_blocks").select("id").where("authorKey", "=", authorKey),
  );
  return row !== null;
}

/** Lists the blocks, newest first; `after` is the last id of the page before. */
export function listCommenterBlocks(
  db: Reader,
  { limit, after }: { limit: number; after?: number },
): Promise<CommenterBlock[]> {
  return db
    .selectFrom("commenter_blocks")
    .select(commenterBlockColumns)
    .$if(after !== undefined, (query) => query.where("id", "<", after ?? 0))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export function countCommenterBlocks(db: Reader): Promise<number> {
  return countRows(db.selectFrom("commenter_blocks"));
}
