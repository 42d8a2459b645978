import { createHash } from "node:crypto";
import type { Tx } from "../../store/database.ts";
import { type FeedEntry, listGuidHashes, saveFeedEntries } from "../../store/feed-entries.ts";
import { limits } from "../limits.ts";
import type { ParsedEntry, ParsedFeed } from "./parsed-feed.ts";

/** Saves the entries of a feed as it is now: the newest, up to a limit. Their places are never in the future. */
export async function saveEntries(
  tx: Tx,
  feedId: number,
  { entries }: Pick<ParsedFeed, "entries">,
  now: number,
): Promise<void> {
  const known = await listGuidHashes(tx, feedId);
  const seconds = Math.floor(now / 1_000);
  const rows = entries
    .map((entry, index) => toRow(entry, { feedId, now, sortTime: sortTimeOf(entry, seconds, index) }))
    .sort((one, other) => other.sortTime - one.sortTime)
    .slice(0, limits.feedEntries);
  const hasNew = rows.some(({ guidHash }) => !known.has(guidHash));
  await saveFeedEntries(tx, rows, { feedId, keep: limits.feedEntries, hasNew });
}

/** When it was published, else now; those without a date stay in the order of the feed. */
function sortTimeOf({ publishedAt }: ParsedEntry, seconds: number, index: number): number {
  return Math.max(0, Math.min(publishedAt ?? seconds - index, seconds));
}

function toRow(
  entry: ParsedEntry,
  { feedId, now, sortTime }: { feedId: number; now: number; sortTime: number },
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
    sortTime,
    seenAt: now,
  };
}
