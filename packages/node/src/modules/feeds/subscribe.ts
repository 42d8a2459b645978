import { hostOfUrl } from "@freehold/protocol/internal";
import type { Context } from "../../context.ts";
import { toFeedAddress } from "../../domain/ask-feed.ts";
import { findFeedAt } from "../../domain/find-feed.ts";
import { AppError, msg } from "../../errors/errors.ts";
import type { FeedLink } from "../../foreign/feed-documents.ts";
import { mustBeThere } from "../../store/query-results.ts";
import { succeeded } from "./fetch-feed.ts";
import { feedLimits } from "./limits.ts";
import { saveEntries } from "./save-feed.ts";
import {
  countFeeds,
  deleteFeed,
  type Feed,
  findFeed,
  findFeedByUrl,
  insertFeed,
  updateFeed,
} from "./store/feeds.ts";

type FeedContext = Pick<Context, "store" | "peers" | "clock" | "foreign">;

/** A feed before it is followed. */
export interface FeedPreview {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly siteUrl: string | null;
  /** The titles of the newest entries, or the beginning of those without. */
  readonly newest: readonly string[];
  /** Other feeds of the same page. */
  readonly others: readonly FeedLink[];
  readonly isFollowed: boolean;
}

/**
 * Finds the feed at the address of a feed, or of a page that names one.
 *
 * @throws AppError VALIDATION_FAILED if it is not an https address, NOT_FOUND where there is no feed, PEER_FAILED,
 *   DOCUMENT_UNREADABLE, BUSY
 */
export async function previewFeed(context: FeedContext, address: string): Promise<FeedPreview> {
  const { reply, parsed, others } = await findFeedAt(context, address);
  return {
    url: reply.permanentUrl,
    title: parsed.title || hostOfUrl(reply.url),
    description: parsed.description,
    siteUrl: parsed.siteUrl,
    newest: parsed.entries.slice(0, 3).map(({ title, url }) => title || (url ?? "")),
    others,
    isFollowed: (await findFeedByUrl(context.store.db, reply.permanentUrl)) !== null,
  };
}

/**
 * Follows the feed at an address, with its entries so far. One that is followed already stays as it is.
 *
 * @throws AppError as `previewFeed`, and TOO_MANY
 */
export async function subscribeFeed(context: FeedContext, address: string): Promise<Feed> {
  const { reply, parsed } = await findFeedAt(context, address);
  const { store, clock } = context;
  const now = clock.now();
  return await store.transaction(async (tx) => {
    const url = reply.permanentUrl;
    const known = await findFeedByUrl(tx, url);
    if (known) return known;
    await requireRoom(await countFeeds(tx));
    const title = parsed.title || hostOfUrl(url);
    const id = await insertFeed(tx, { url, title, siteUrl: parsed.siteUrl, folder: null, createdAt: now });
    // On PostgreSQL another process may have added it meanwhile.
    if (id === null) return mustBeThere(await findFeedByUrl(tx, url), url);
    await saveEntries(tx, id, parsed, now);
    const { etag, lastModified, bodyHash } = reply;
    const waitMs = Math.max(reply.waitMs ?? 0, (parsed.ttlMinutes ?? 0) * 60_000);
    await updateFeed(tx, id, { etag, lastModified, bodyHash, ...succeeded(now, waitMs) });
    return mustBeThere(await findFeed(tx, id), `Feed ${id}`);
  });
}

/** @throws AppError TOO_MANY */
function requireRoom(count: number): void {
  if (count >= feedLimits.feeds)
    throw new AppError("TOO_MANY", msg`There are ${feedLimits.feeds} feeds, which is the limit.`);
}

/**
 * Ends a follow of a feed: its entries are deleted, and texts that were kept to read later stay. @throws AppError NOT_FOUND
 */
export async function unsubscribeFeed({ store }: Pick<Context, "store">, id: number): Promise<void> {
  if (!(await store.transaction((tx) => deleteFeed(tx, id))))
    throw new AppError("NOT_FOUND", "There is no such feed.");
}

/** Ends the follow of the feed at an address. @returns the feed; null where there is none */
export async function unfollowFeed({ store }: Pick<Context, "store">, url: string): Promise<Feed | null> {
  const address = toFeedAddress(url);
  const feed = address === null ? null : await findFeedByUrl(store.db, address);
  if (feed) await unsubscribeFeed({ store }, feed.id);
  return feed;
}
