import type { Selectable } from "kysely";
import { dialectOf, type Reader, type Tx } from "../../../store/database.ts";
import { markDue } from "../../../store/due-queues.ts";
import { countRows, didChange, findRow } from "../../../store/query-results.ts";
import { isFree } from "../../../store/queues/queue-rows.ts";
import { type FeedsTable, feedColumns } from "../tables.ts";

/** A feed that the owner reads. Times in ms. */
export type Feed = Selectable<FeedsTable>;

/** Adds a feed, due at once. @returns its id, or null where its address is known */
export async function insertFeed(
  tx: Tx,
  feed: Pick<Feed, "url" | "title" | "siteUrl" | "folder" | "createdAt">,
): Promise<number | null> {
  const state = {
    etag: null,
    lastModified: null,
    bodyHash: null,
    fetchedAt: null,
    failures: 0,
    lastError: null,
  };
  const row = await tx
    .insertInto("feeds")
    .values({ ...feed, ...state, nextFetchAt: feed.createdAt })
    .onConflict((conflict) => conflict.column("url").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (row) markDue(tx, "feeds");
  return row?.id ?? null;
}

/** All feeds, by their titles. */
export function listFeeds(db: Reader): Promise<Feed[]> {
  return db.selectFrom("feeds").select(feedColumns).orderBy("title").orderBy("id").execute();
}

export function findFeed(db: Reader, id: number): Promise<Feed | null> {
  return findRow(db.selectFrom("feeds").select(feedColumns).where("id", "=", id));
}

export function findFeedByUrl(db: Reader, url: string): Promise<Feed | null> {
  return findRow(db.selectFrom("feeds").select(feedColumns).where("url", "=", url));
}

export function countFeeds(db: Reader): Promise<number> {
  return countRows(db.selectFrom("feeds"));
}

/** The feeds with these ids. */
export async function readFeeds(db: Reader, ids: readonly number[]): Promise<Feed[]> {
  if (ids.length === 0) return [];
  return await db.selectFrom("feeds").select(feedColumns).where("id", "in", ids).execute();
}

export async function updateFeed(
  tx: Tx,
  id: number,
  changes: Partial<Omit<FeedsTable, "id" | "createdAt">>,
): Promise<void> {
  if (changes.nextFetchAt !== undefined && changes.nextFetchAt !== null) markDue(tx, "feeds");
  await tx.updateTable("feeds").set(changes).where("id", "=", id).execute();
}

/** Deletes a feed with its entries; texts that are kept to be read later stay. @returns whether it was there */
export function deleteFeed(tx: Tx, id: number): Promise<boolean> {
  return didChange(tx.deleteFrom("feeds").where("id", "=", id));
}

/** Due feeds for a worker to claim; the one that has waited longest is first. */
export function dueFeeds(db: Reader, now: number, limit: number): Promise<Feed[]> {
  return db
    .selectFrom("feeds")
    .select(feedColumns)
    .where("nextFetchAt", "<=", now)
    .where(isFree("feeds", "feeds.id"))
    .orderBy("nextFetchAt")
    .limit(limit)
    .$if(dialectOf(db).rowLocks, (query) => query.forUpdate().skipLocked())
    .execute();
}

/** When the next feed is to be asked (ms), or null. */
export async function nextFetchAt(db: Reader): Promise<number | null> {
  const row = await db
    .selectFrom("feeds")
    .select("nextFetchAt as at")
    .where("nextFetchAt", "is not", null)
    .orderBy("nextFetchAt")
    .limit(1)
    .executeTakeFirst();
  return row?.at ?? null;
}
