import { decodeFeed } from "./feed-bytes.ts";
import type { ParsedFeed } from "./parsed-feed.ts";
import { readJsonFeed } from "./read-json-feed.ts";
import { readXmlFeed } from "./read-xml-feed.ts";

export interface FeedSource {
  /** Where the bytes are from: relative links start there. */
  readonly url: string;
  /** The header of that name, or null. */
  readonly contentType?: string | null;
  /** The most entries that are read. */
  readonly mostEntries: number;
}

/**
 * Parses RSS (0.9x, 1.0, 2.0), Atom (0.3, 1.0) and JSON Feed (1, 1.1), as they are found: what is not well formed is
 * read as far as it makes sense. The bytes come from another site. HTML is returned unchanged: sanitise it before you show it.
 *
 * @returns null for what is no feed
 */
export function parseFeed(
  bytes: Uint8Array,
  { url, contentType = null, mostEntries }: FeedSource,
): ParsedFeed | null {
  const text = decodeFeed(bytes, contentType);
  const first = /\S/.exec(text)?.[0];
  const parsed =
    first === "{" ? readJsonFeed(text, { url, mostEntries }) : readXmlFeed(text, { url, mostEntries });
  return parsed;
}
