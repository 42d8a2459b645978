import { decodeFeed } from "./feed-bytes.ts";
import type { FeedSource, ParsedFeed } from "./parsed-feed.ts";
import { readJsonFeed } from "./read-json-feed.ts";
import { readXmlFeed } from "./read-xml-feed.ts";

/**
 * Parses RSS (0.9x, 1.0, 2.0), Atom (0.3, 1.0) and JSON Feed (1, 1.1), as they are found on the web: malformed parts are
 * read as far as they make sense. The bytes come from another site. HTML is returned unchanged: sanitise it before you show
 * it.
 *
 * @param source.contentType the header of that name, or null
 * @returns null if it is not a feed
 */
export function parseFeed(
  bytes: Uint8Array,
  { contentType = null, ...source }: FeedSource & { contentType?: string | null },
): ParsedFeed | null {
  const text = decodeFeed(bytes, contentType);
  const first = /\S/.exec(text)?.[0];
  if (first === "{") return readJsonFeed(text, source);
  const start = text.search(feedStart);
  return readXmlFeed(text, source) ?? (start > 0 ? readXmlFeed(text.slice(start), source) : null);
}

/** A feed behind the warnings of a server's program. */
const feedStart = /<\?xml[^<>]{0,200}\?>\s{0,200}<(?:rss|feed|rdf:RDF)[\s>]/i;
