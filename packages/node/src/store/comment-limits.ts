import type { Reader, Tx } from "./store.ts";
import type { CommentAuth } from "./tables/comments.ts";

/** How many comments a client (a hash) has written since a time (ms). */
export async function countCommentsOfClient(db: Reader, client: string, since: number): Promise<number> {
  const { count } = await db
    .selectFrom("comments")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("client", "=", client)
    .where("created_at", ">", since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How many comments of an author wait for their confirmation. */
export async function countPendingOfAuthor(db: Reader, authorId: string): Promise<number> {
  const { count } = await db
    .selectFrom("comments")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("author_key", "=", authorId.toLowerCase())
    .where("state", "=", "pending")
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How many comments of an author were confirmed since a time (ms), whatever the owner made of them. */
export async function countConfirmedOfAuthor(db: Reader, authorId: string, since: number): Promise<number> {
  const { count } = await db
    .selectFrom("comments")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("author_key", "=", authorId.toLowerCase())
    .where("state", "in", ["held", "published", "rejected"])
    .where("confirmed_at", ">", since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How many comments wait for their authors. */
export async function countPending(db: Reader, authType: CommentAuth): Promise<number> {
  const { count } = await db
    .selectFrom("comments")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("state", "=", "pending")
    .where("auth_type", "=", authType)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Removes the comments that nobody has confirmed by mail or wallet and that were written before a time (ms). */
export async function deletePendingBefore(tx: Tx, authType: CommentAuth, before: number): Promise<void> {
  await tx
    .deleteFrom("comments")
    .where("state", "=", "pending")
    .where("auth_type", "=", authType)
    .where("created_at", "<=", before)
    .execute();
}

/** Forgets who wrote the comments from before a time (ms). */
export async function forgetClientsBefore(tx: Tx, before: number): Promise<void> {
  await tx
    .updateTable("comments")
    .set({ client: null })
    .where("client", "is not", null)
    .where("created_at", "<=", before)
    .execute();
}
