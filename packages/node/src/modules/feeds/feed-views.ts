import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { boundAddress, boundEntry } from "./bound-stored.ts";
import { type FeedEntry, readFeedEntries } from "./store/feed-entries.ts";
import { type Feed, findFeed, listFeeds, updateFeed } from "./store/feeds.ts";

/** A feed for its owner. Times are ISO 8601. */
export type FeedView = ReturnType<typeof describeFeed>;

/** All feeds, or these. */
export async function listFeedViews(
  { store }: Pick<Context, "store">,
  feeds?: readonly Feed[],
): Promise<FeedView[]> {
  return (feeds ?? (await listFeeds(store.db))).map(describeFeed);
}

/** Describes a feed. */
export function describeFeed(feed: Feed) {
  const { id, url, title, folder, failures, lastError } = feed;
  const siteUrl = boundAddress(feed.siteUrl);
  const toIso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    id,
    url,
    title,
    siteUrl,
    folder,
    failures,
    lastError,
    createdAt: new Date(feed.createdAt).toISOString(),
    fetchedAt: toIso(feed.fetchedAt),
    nextFetchAt: toIso(feed.nextFetchAt),
  };
}

/** Has a feed asked now. @throws AppError NOT_FOUND */
export async function askSoon({ store, clock }: Pick<Context, "store" | "clock">, id: number): Promise<void> {
  await store.transaction(async (tx) => {
    if ((await findFeed(tx, id)) === null) throw new AppError("NOT_FOUND", "There is no such feed.");
    await updateFeed(tx, id, { nextFetchAt: clock.now() });
  });
}

/** An entry with the name of its feed. */
export type NewestEntry = FeedEntry & { readonly feedTitle: string };

/** The newest entries of all feeds. */
export async function listNewestEntries(
  { store }: Pick<Context, "store">,
  limit: number,
): Promise<NewestEntry[]> {
  const entries = await readFeedEntries(store.db, { limit });
  const titles = new Map((await listFeeds(store.db)).map(({ id, title }) => [id, title]));
  return entries.map((entry) => ({ ...boundEntry(entry), feedTitle: titles.get(entry.feedId) ?? "" }));
}
