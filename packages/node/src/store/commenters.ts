import type { Selectable } from "kysely";
import type { Reader, Tx } from "./database.ts";
import { type CommentAuth, type CommenterBlocksTable, commenterBlockColumns } from "./tables/comments.ts";

/** How many comments a client (a hash) has written since a time (ms). */
export async function countCommentsOfClient(db: Reader, client: string, since: number): Promise<number> {
  const { count } = await db
    .selectFrom("comments")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("client", "=", client)
    .where("createdAt", ">", since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How many comments of an author wait for their confirmation. */
export async function countPendingOfAuthor(db: Reader, authorId: string): Promise<number> {
  const { count } = await db
    .selectFrom("comments")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("authorKey", "=", authorId.toLowerCase())
    .where("state", "=", "pending")
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How many comments of an author were confirmed since a time (ms), whatever the owner made of them. */
export async function countConfirmedOfAuthor(db: Reader, authorId: string, since: number): Promise<number> {
  const { count } = await db
    .selectFrom("comments")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("authorKey", "=", authorId.toLowerCase())
    .where("state", "in", ["held", "published", "rejected"])
    .where("confirmedAt", ">", since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How many comments wait for their authors. */
export async function countPending(db: Reader, authType: CommentAuth): Promise<number> {
  const { count } = await db
    .selectFrom("comments")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("state", "=", "pending")
    .where("authType", "=", authType)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Removes the comments that nobody has confirmed by mail or wallet and that were written before a time (ms). */
export async function deletePendingBefore(tx: Tx, authType: CommentAuth, before: number): Promise<void> {
  await tx
    .deleteFrom("comments")
    .where("state", "=", "pending")
    .where("authType", "=", authType)
    .where("createdAt", "<=", before)
    .execute();
}

/** Forgets who wrote the comments from before a time (ms). */
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

/** Adds one; one that stands keeps its name and time and gets the new note. @returns its id */
export async function saveCommenterBlock(
  tx: Tx,
  { authorKey, authorName, reason, createdAt }: Omit<CommenterBlock, "id">,
): Promise<number> {
  const { id } = await tx
    .insertInto("commenter_blocks")
    .values({ authorKey, authorName, reason, createdAt })
    .onConflict((conflict) => conflict.column("authorKey").doUpdateSet({ reason }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** @returns whether there was one. */
export async function deleteCommenterBlock(tx: Tx, id: number): Promise<boolean> {
  const result = await tx.deleteFrom("commenter_blocks").where("id", "=", id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Whether the owner has blocked the author with that mail address in lower case. */
export async function isCommenterBlocked(db: Reader, authorKey: string): Promise<boolean> {
  const row = await db
    .selectFrom("commenter_blocks")
    .select("id")
    .where("authorKey", "=", authorKey)
    .executeTakeFirst();
  return row !== undefined;
}

/** The newest first; `after` is the id of the last one of the page before. */
export async function listCommenterBlocks(
  db: Reader,
  { limit, after }: { limit: number; after?: number },
): Promise<CommenterBlock[]> {
  return await db
    .selectFrom("commenter_blocks")
    .select(commenterBlockColumns)
    .$if(after !== undefined, (query) => query.where("id", "<", after ?? 0))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export async function countCommenterBlocks(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom("commenter_blocks")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
