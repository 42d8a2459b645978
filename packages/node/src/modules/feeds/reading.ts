import type { Context } from "../../context.ts";
import { decodeCursor, encodeCursor, type Page } from "../../domain/paging.ts";
import {
  decodePosition,
  readTimelinePage,
  type TimelineRequest,
} from "../../domain/publications/timeline.ts";
import type { PublicationView, WantedDetails } from "../../domain/publications/view.ts";
import { countNewerPosts } from "../../store/publications/timeline.ts";
import { boundEntry } from "./bound-stored.ts";
import { feedLimits } from "./limits.ts";
import { countNewerEntries, type FeedEntry, readFeedEntries } from "./store/feed-entries.ts";
import { type Feed, readFeeds } from "./store/feeds.ts";
import { findSubjects } from "./store/read-later.ts";

/** An entry of a feed, with the feed. Nobody signed it, and its HTML is untrusted. */
export interface EntryView extends FeedEntry {
  readonly feed: Feed;
}

/** An item of the owner's reading list: a publication or an entry of a feed. One of both is null. */
export interface ReadingItem {
  readonly publication: PublicationView | null;
  readonly entry: EntryView | null;
  readonly cursor: string;
  /** The id of its copy in the list to read later; null if it is not there. */
  readonly savedId: number | null;
}

export interface ReadingRequest extends TimelineRequest {
  /** Only the entries of this feed. */
  feedId?: number | null;
}

/** A place in the timeline with feeds: seconds, 1 for a publication and 0 for an entry, its order in the second, its id. */
type Position = readonly [timestamp: number, kind: number, seq: number, id: number];

/**
 * A page of the timeline with the entries of feeds between the publications, newest first. A filter that no entry can pass
 * leaves the publications.
 *
 * @throws AppError VALIDATION_FAILED as `readTimelinePage`
 */
export async function readReadingPage(
  context: Pick<Context, "store" | "owner">,
  { feedId = null, after, ...request }: ReadingRequest,
  wanted: WantedDetails,
): Promise<Page<ReadingItem>> {
  const { first } = request;
  const before = typeof after === "string" ? decodeCursor(after, 4) : null;
  const afterPublication = before && encodeCursor(publicationsBefore(before));
  const timeline = await readTimelinePage(context, { ...request, after: afterPublication }, wanted);
  const publications = feedId === null ? timeline.items : [];
  const entries = takesEntries(request)
    ? await readFeedEntries(context.store.db, {
        feedId: feedId ?? undefined,
        ...(before && { before: entriesBefore(before) }),
        limit: first + 1,
      })
    : [];
  const feeds = new Map(
    (await readFeeds(context.store.db, [...new Set(entries.map((entry) => entry.feedId))])).map((feed) => [
      feed.id,
      feed,
    ]),
  );
  const placed = [
    ...publications.map((publication) => {
      const { timestamp, seq, id } = decodePosition(timeline.cursorOf(publication));
      return { publication, entry: null, position: [timestamp, 1, seq, id] as const };
    }),
    ...entries.flatMap((entry) => {
      const feed = feeds.get(entry.feedId);
      const position = [entry.sortTime, 0, 0, entry.id] as const;
      return feed ? [{ publication: null, entry: { ...boundEntry(entry), feed }, position }] : [];
    }),
  ].sort((one, other) => comparePositions(other.position, one.position));
  const shown = placed.slice(0, first);
  const saved = await findSubjects(context.store.db, shown.map(subjectOf));
  const items = shown.map((item) => ({
    publication: item.publication,
    entry: item.entry,
    cursor: encodeCursor(item.position),
    savedId: saved.get(subjectOf(item)) ?? null,
  }));
  return {
    items,
    cursorOf: ({ cursor }) => cursor,
    hasNextPage: placed.length > first || (feedId === null && timeline.hasNextPage),
    hasPreviousPage: before !== null,
    endCursor: items.at(-1)?.cursor ?? null,
  };
}

/** The name of a text among those to read later: it stays the same when its source goes and comes back. */
export function subjectOf({ publication, entry }: Pick<ReadingItem, "publication" | "entry">): string {
  if (entry) return `entry:${entry.feed.url} ${entry.guidHash}`;
  return `publication:${publication?.publisherAddress} ${publication?.contentHash}`;
}

/** An entry has no hashtag, no publisher's address, and is no file and no draft. */
function takesEntries({ publisher, tag, kinds, states, isPage, since, until }: TimelineRequest): boolean {
  const others = [publisher, tag, since, until].some((filter) => filter !== null && filter !== undefined);
  return !others && !states && isPage !== true && (kinds?.includes("POST") ?? true);
}

function publicationsBefore([timestamp, kind, seq, id]: Position): [number, number, number] {
  return kind === 1 ? [timestamp, seq, id] : [timestamp, 0, 0];
}

function entriesBefore([timestamp, kind, , id]: Position): { timestamp: number; id: number } {
  return { timestamp, id: kind === 0 ? id : Number.MAX_SAFE_INTEGER };
}

function comparePositions(one: Position, other: Position): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

/** Whether a place is newer than another one. @throws AppError VALIDATION_FAILED */
export function isNewer(cursor: string, other: string): boolean {
  return comparePositions(decodeCursor(cursor, 4), decodeCursor(other, 4)) > 0;
}

/** How many posts of others and entries are newer than a place, counted up to `feedLimits.unread`. */
export async function countUnread(
  { store, owner }: Pick<Context, "store" | "owner">,
  cursor: string,
): Promise<number> {
  const position = decodeCursor(cursor, 4);
  const own = await owner.get();
  const [timestamp, seq, id] = publicationsBefore(position);
  const posts = await countNewerPosts(store.db, {
    after: position[1] === 1 ? { timestamp, seq, id } : { timestamp, seq: 0, id: 0 },
    except: own?.address ?? null,
    most: feedLimits.unread,
  });
  const entries = await countNewerEntries(store.db, entriesBefore(position), feedLimits.unread);
  return Math.min(posts + entries, feedLimits.unread);
}
