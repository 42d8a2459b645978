import { z } from "zod";
import { limits } from "./limits.ts";

const address = z.string().max(limits.addressLength);
const title = z.string().max(limits.feedTitleLength);
/** Untrusted HTML: sanitise it before you show it. */
const html = z.string().max(limits.feedEntryLength).nullable();

/** A file beside an entry: the sound of a podcast, a picture. */
const file = z.object({
  url: address,
  mediaType: z.string().max(200).nullable(),
  bytes: z.number().nullable(),
});

const entry = z.object({
  /** Never empty: the entry's own, else its address, else a hash of its text. Unique in its feed. */
  id: address,
  url: address.nullable(),
  title,
  /** The whole text, or the summary where there is no more. */
  html,
  /** The summary beside a whole text. */
  summaryHtml: html,
  /** The address from which relative links in the HTML start. */
  baseUrl: address,
  author: title.nullable(),
  /** Seconds of the Unix epoch. */
  publishedAt: z.number().nullable(),
  updatedAt: z.number().nullable(),
  tags: z.array(title).max(limits.feedTags),
  /** The picture that stands for it. */
  picture: address.nullable(),
  files: z.array(file).max(limits.feedFiles),
});

const feed = z.object({
  format: z.enum(["rss", "atom", "json"]),
  title,
  description: title,
  /** The page that it is the feed of. */
  siteUrl: address.nullable(),
  language: z.string().max(35).nullable(),
  icon: address.nullable(),
  /** How long a reader may wait before it asks again (minutes), or null. */
  ttlMinutes: z.number().nullable(),
  /** In the order of the feed. */
  entries: z.array(entry).max(limits.feedEntriesRead),
  /** Whether there are more than were read. */
  hasMore: z.boolean(),
});

const link = z.object({ url: address, title });

const opmlFeed = z.object({
  /** As it is written, a little more than the longest address. */
  url: z.string().max(limits.addressLength + 1),
  title,
  siteUrl: address.nullable(),
  /** The folder that it is in. */
  folder: z.string().max(200).nullable(),
});

/** The replies to the reading of feeds, of pages that name some, and of OPML. */
export const feedReplies = {
  feed: z.object({ feed: feed.nullable(), links: z.array(link).max(limits.feedsAtAddress) }),
  opml: z.array(opmlFeed).max(limits.opmlFeeds).nullable(),
};

/** The documents from which those are read. */
export interface FeedRequests {
  /** A feed, or else the feeds that a page names. `url` is behind the redirects. */
  readonly feed: { readonly bytes: Uint8Array; readonly url: string; readonly contentType: string | null };
  /** A list of feeds; null if it is not one. */
  readonly opml: { readonly bytes: Uint8Array };
}

/** A feed. Texts are plain and short unless it says otherwise; addresses are whole, and http or https. */
export type ParsedFeed = z.infer<typeof feed>;
export type ParsedEntry = z.infer<typeof entry>;
/** A feed that a page names. */
export type FeedLink = z.infer<typeof link>;
/** A feed as an OPML file names it. */
export type OpmlFeed = z.infer<typeof opmlFeed>;
