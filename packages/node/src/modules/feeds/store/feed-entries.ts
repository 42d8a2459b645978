import { type Selectable, sql } from "kysely";
import type { Reader, Tx } from "../../../store/database.ts";
import { markDue } from "../../../store/due-queues.ts";
import { countChanged, countRows, findRow } from "../../../store/query-results.ts";
import { type FeedEntriesTable, feedEntryColumns } from "../tables.ts";

/** An entry of a feed. `sortTime` in seconds, `seenAt` in ms. */
export type FeedEntry = Selectable<FeedEntriesTable>;

/** A place among the entries, which are in the order of time and id, newest first. */
export interface EntryPosition {
  readonly timestamp: number;
  readonly id: number;
}

/** A page of the entries of all feeds, or of one, newest first. */
export function readFeedEntries(
  db: Reader,
  {
    feedId,
    before,
    limit,
  }: { feedId?: number | undefined; before?: EntryPosition | undefined; limit: number },
): Promise<FeedEntry[]> {
  return db
    .selectFrom("feed_entries")
    .select(feedEntryColumns)
    .$if(feedId !== undefined, (query) => query.where("feedId", "=", feedId as number))
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(sort_time, id) < (${before?.timestamp ?? 0}, ${before?.id ?? 0})`),
    )
    .orderBy("sortTime", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** How many entries are newer than a place, counted up to `most`. */
export function countNewerEntries(
  db: Reader,
  { timestamp, id }: EntryPosition,
  most: number,
): Promise<number> {
  const newer = db
    .selectFrom("feed_entries")
    .select("id")
    .where(sql<boolean>`(sort_time, id) > (${timestamp}, ${id})`)
    .limit(most);
  return countRows(db.selectFrom(newer.as("counted")));
}

export function findFeedEntry(db: Reader, id: number): Promise<FeedEntry | null> {
  return findRow(db.selectFrom("feed_entries").select(feedEntryColumns).where("id", "=", id));
}

/** The facts by which an entry is known: the hash of its id, its address and title, and when it was published (seconds). */
export type KnownEntry = Pick<FeedEntry, "guidHash" | "url" | "title" | "publishedAt">;

/** The entries of a feed that are stored. */
export function listKnownEntries(db: Reader, feedId: number): Promise<KnownEntry[]> {
  return db
    .selectFrom("feed_entries")
    .select(["guidHash", "url", "title", "publishedAt"])
    .where("feedId", "=", feedId)
    .execute();
}

/**
 * Adds entries in the given order, and updates changed ones, whose positions stay. Open pages of the owner are notified of
 * new entries.
 *
 * @param options.keep the most entries of a feed: the oldest are deleted
 */
export async function saveFeedEntries(
  tx: Tx,
  entries: readonly Omit<FeedEntry, "id">[],
  { feedId, keep, hasNew }: { feedId: number; keep: number; hasNew: boolean },
): Promise<void> {
  for (const entry of entries) {
    const { url, title, html, baseUrl, author, fileUrl, fileType } = entry;
    await tx
      .insertInto("feed_entries")
      .values(entry)
      .onConflict((conflict) =>
        conflict
          .columns(["feedId", "guidHash"])
          .doUpdateSet({ url, title, html, baseUrl, author, fileUrl, fileType }),
      )
      .execute();
  }
  if (hasNew) markDue(tx, "timeline");
  const newest = tx
    .selectFrom("feed_entries")
    .select("id")
    .where("feedId", "=", feedId)
    .orderBy("sortTime", "desc")
    .orderBy("id", "desc")
    .limit(keep);
  await countChanged(
    tx
      .deleteFrom("feed_entries")
      .where("feedId", "=", feedId)
      .where("id", "not in", tx.selectFrom(newest.as("newest")).select("id")),
  );
}
