import { createHash } from "node:crypto";
import type { Tx } from "../../store/database.ts";
import { type FeedEntry, listGuidHashes, saveFeedEntries } from "../../store/feed-entries.ts";
import { limits } from "../limits.ts";
import type { ParsedEntry, ParsedFeed } from "./parsed-feed.ts";

/**
 * Saves the entries of a feed as it is now: the newest, up to a limit. Their positions are never in the future. What comes
 * after the first answer stands where it came, whatever its date is: else an older date could hide it behind what was read.
 */
export async function saveEntries(
  tx: Tx,
  feedId: number,
  { entries }: Pick<ParsedFeed, "entries">,
  now: number,
): Promise<void> {
  const known = await listGuidHashes(tx, feedId);
  const seconds = Math.floor(now / 1_000);
  const rows = entries
    .map((entry, index) => toRow(entry, { feedId, now, publishedAt: publishedAtOf(entry, seconds, index) }))
    .sort((one, other) => other.publishedAt - one.publishedAt)
    .slice(0, limits.feedEntries);
  // What is older than all of a full feed was removed from it, and is no news.
  const isFull = known.size >= limits.feedEntries;
  const oldest = isFull ? [...known.values()].reduce((one, other) => Math.min(one, other)) : -1;
  const wanted = rows.filter(({ guidHash, publishedAt }) => known.has(guidHash) || publishedAt > oldest);
  const placed = wanted.map((row) => (known.size === 0 ? row : { ...row, sortTime: seconds }));
  const hasNew = wanted.some(({ guidHash }) => !known.has(guidHash));
  // The newest gets the highest id: it stands above others that came with it.
  await saveFeedEntries(tx, placed.reverse(), { feedId, keep: limits.feedEntries, hasNew });
}

/** When it was published, else now; those without a date stay in the order of the feed. */
function publishedAtOf({ publishedAt }: ParsedEntry, seconds: number, index: number): number {
  return Math.max(0, Math.min(publishedAt ?? seconds - index, seconds));
}

function toRow(
  entry: ParsedEntry,
  { feedId, now, publishedAt }: { feedId: number; now: number; publishedAt: number },
): Omit<FeedEntry, "id"> {
  const sound =
    entry.files.find(({ mediaType }) => /^(audio|video)\//.test(mediaType ?? "")) ?? entry.files[0];
  return {
    feedId,
    guidHash: createHash("sha256").update(entry.id).digest("hex"),
    url: entry.url,
    title: entry.title,
    // Cut HTML is still HTML: the sanitiser closes what is open.
    html: entry.html?.slice(0, limits.feedEntryLength) ?? null,
    baseUrl: entry.baseUrl,
    author: entry.author,
    fileUrl: sound?.url ?? null,
    fileType: sound?.mediaType ?? null,
    publishedAt,
    sortTime: publishedAt,
    seenAt: now,
  };
}
