import { findFeedLinks, parseFeed } from "@freehold/import/feeds";
import type { Reply, Requests } from "./documents.ts";
import { limits } from "./limits.ts";

/** Reads a feed for the timeline: the beginning of each text and one file of each entry; or the feeds that a page names. */
export function readFeed({ bytes, url, contentType }: Requests["feed"]): Reply<"feed"> {
  const { feedEntriesRead: mostEntries, feedEntryLength: htmlLength } = limits;
  const feed = parseFeed(bytes, { url, contentType, mostEntries, mostFiles: 1, htmlLength });
  return { feed, links: feed ? [] : findFeedLinks(bytes, { url, contentType }) };
}
