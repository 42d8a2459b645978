import type { Reader, Tx } from "./store.ts";

/** An author by mail whose comments the owner does not take. */
export interface CommenterBlock {
  id: number;
  /** The mail address in lower case; nobody is shown it. */
  authorKey: string;
  /** What the author was called in the comment that they were blocked by. */
  authorName: string;
  /** The owner's own note. */
  reason: string | null;
  /** ms */
  createdAt: number;
}

const columns = [
  "id",
  "author_key as authorKey",
  "author_name as authorName",
  "reason",
  "created_at as createdAt",
] as const;

/** Adds one; one that stands keeps its name and time and gets the new note. @returns its id */
export async function saveCommenterBlock(
  tx: Tx,
  { authorKey, authorName, reason, createdAt }: Omit<CommenterBlock, "id">,
): Promise<number> {
  const { id } = await tx
    .insertInto("commenter_blocks")
    .values({ author_key: authorKey, author_name: authorName, reason, created_at: createdAt })
    .onConflict((conflict) => conflict.column("author_key").doUpdateSet({ reason }))
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
    .where("author_key", "=", authorKey)
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
    .select(columns)
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
