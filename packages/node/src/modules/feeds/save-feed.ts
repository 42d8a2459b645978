import { escapeHtml } from "@freehold/protocol/internal";
import type { ParsedEntry, ParsedFeed } from "../../foreign/feed-documents.ts";
import type { Tx } from "../../store/database.ts";
import { createIdentifier } from "./identify-entries.ts";
import { feedLimits } from "./limits.ts";
import { type FeedEntry, listKnownEntries, saveFeedEntries } from "./store/feed-entries.ts";

/**
 * Saves the newest entries of a feed, up to a limit. Their positions are never in the future. Entries of the first answer are
 * ordered by their dates, later ones by the time at which they came: an old date must not hide a new entry behind read ones.
 */
export async function saveEntries(
  tx: Tx,
  feedId: number,
  { entries }: Pick<ParsedFeed, "entries">,
  now: number,
): Promise<void> {
  const listed = await listKnownEntries(tx, feedId);
  const known = new Map(listed.map(({ guidHash, publishedAt }) => [guidHash, publishedAt]));
  const hashOf = createIdentifier(listed, entries);
  const seconds = Math.floor(now / 1_000);
  const rows = entries
    .map((entry, index) =>
      toRow(entry, {
        feedId,
        now,
        guidHash: hashOf(entry),
        publishedAt: publishedAtOf(entry, seconds, index),
      }),
    )
    .sort((one, other) => other.publishedAt - one.publishedAt)
    .slice(0, feedLimits.feedEntries);
  // An entry that is older than all of a full feed was removed before, and is not new.
  const isFull = known.size >= feedLimits.feedEntries;
  const oldest = isFull ? [...known.values()].reduce((one, other) => Math.min(one, other)) : -1;
  const wanted = rows.filter(({ guidHash, publishedAt }) => known.has(guidHash) || publishedAt > oldest);
  const placed = wanted.map((row) => (known.size === 0 ? row : { ...row, sortTime: seconds }));
  const hasNew = wanted.some(({ guidHash }) => !known.has(guidHash));
  // The newest gets the highest id, so that it is listed above others that came with it.
  await saveFeedEntries(tx, placed.reverse(), { feedId, keep: feedLimits.feedEntries, hasNew });
}

/** When it was published, else now; those without a date stay in the order of the feed. */
function publishedAtOf({ publishedAt }: ParsedEntry, seconds: number, index: number): number {
  return Math.max(0, Math.min(publishedAt ?? seconds - index, seconds));
}

function toRow(
  entry: ParsedEntry,
  {
    feedId,
    now,
    guidHash,
    publishedAt,
  }: { feedId: number; now: number; guidHash: string; publishedAt: number },
): Omit<FeedEntry, "id"> {
  // The picture that stands for the entry is linked above its text.
  const sound = entry.files.find(({ url }) => url !== entry.picture);
  return {
    feedId,
    guidHash,
    url: entry.url,
    title: entry.title,
    html: withPicture(entry),
    baseUrl: entry.baseUrl,
    author: entry.author,
    fileUrl: sound?.url ?? null,
    fileType: sound?.mediaType ?? null,
    publishedAt,
    sortTime: publishedAt,
    seenAt: now,
  };
}

/** The text of an entry, with the picture that stands for it where the text has none. It is as untrusted as before. */
function withPicture({ html, picture }: ParsedEntry): string | null {
  if (picture === null || /<img\b/i.test(html ?? "")) return html;
  return `<p><img src="${escapeHtml(picture)}" alt=""></p>${html ?? ""}`;
}
