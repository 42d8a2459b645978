import { type Expression, sql } from "kysely";
import type { Reader, Tx } from "../../store/database.ts";

const rowsOfStatement = 1_000;

/** The reads of one post on one day. */
export interface DayOfPost {
  readonly postId: number;
  readonly day: number;
  readonly reads: number;
}

/** Adds reads to those that there are. Several processes of a node may do it at once. */
export async function addReads(tx: Tx, counted: readonly DayOfPost[]): Promise<void> {
  // In one order, so that two processes do not wait for each other's rows.
  const rows = counted.toSorted((a, b) => a.postId - b.postId || a.day - b.day);
  for (let at = 0; at < rows.length; at += rowsOfStatement)
    await tx
      .insertInto("post_reads")
      .values(rows.slice(at, at + rowsOfStatement))
      .onConflict((conflict) =>
        conflict.columns(["postId", "day"]).doUpdateSet(({ ref, eb }) => ({
          reads: eb("post_reads.reads", "+", ref("excluded.reads")),
        })),
      )
      .execute();
}

/** The reads of all posts, by day, from a day on. */
export async function readDays(db: Reader, since: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom("post_reads")
    .select(({ fn }) => ["day", fn.sum<number>("reads").as("reads")])
    .where("day", ">=", since)
    .groupBy("day")
    .execute();
  return new Map(rows.map(({ day, reads }) => [day, Number(reads)]));
}

/** The reads of publications from a day on, with those of their other versions. */
export async function readDaysOf(
  db: Reader,
  ids: readonly number[],
  since: number,
): Promise<{ id: number; day: number; reads: number }[]> {
  return await db
    .selectFrom("publications")
    .innerJoin("post_reads", (join) =>
      join.on("post_reads.postId", "=", sql<number>`coalesce(publications.site_id, publications.id)`),
    )
    .select(["publications.id", "post_reads.day", "post_reads.reads"])
    .where("publications.id", "in", ids)
    .where("post_reads.day", ">=", since)
    .execute();
}

/** The reads of a publication from a day on, as a part of another query that has the table `publications`. */
export function readsOfPublication(since: number): Expression<number> {
  return sql<number>`coalesce((
    select sum(post_reads.reads) from post_reads
    where post_reads.post_id = coalesce(publications.site_id, publications.id) and post_reads.day >= ${since}
  ), 0)`;
}

/** Deletes the counts of days before one. */
export async function deleteReadsBefore(tx: Tx, day: number): Promise<void> {
  await tx.deleteFrom("post_reads").where("day", "<", day).execute();
}
