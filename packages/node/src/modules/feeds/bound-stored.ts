import { limits } from "../../foreign/limits.ts";
import type { FeedEntry } from "./store/feed-entries.ts";
import type { SavedText } from "./store/read-later.ts";

/** An entry as an earlier version stored it, within the limits of this one: a longer address would be written for each of its links. */
export function boundEntry(entry: FeedEntry): FeedEntry {
  const { url, baseUrl, author, fileUrl, fileType } = entry;
  return {
    ...entry,
    url: boundAddress(url),
    baseUrl: boundAddress(baseUrl) ?? "",
    author: author?.slice(0, limits.feedTitleLength) ?? null,
    fileUrl: boundAddress(fileUrl),
    fileType: boundAddress(fileType),
  };
}

/** The same of a text that is kept to be read later. */
export function boundText(text: SavedText): SavedText {
  return { ...text, url: boundAddress(text.url), baseUrl: boundAddress(text.baseUrl) ?? "" };
}

/** The address; null for one that is too long. */
export function boundAddress(address: string | null): string | null {
  return address !== null && address.length <= limits.addressLength ? address : null;
}
