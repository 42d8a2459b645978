import { decodeFeed } from "./feed-bytes.ts";
import { resolveLink } from "./feed-text.ts";
import { feedLimits } from "./limits.ts";
import type { FeedLink } from "./parsed-feed.ts";
import { plainText } from "./plain-text.ts";

// Links to feeds are in the head of a page.
const searchedLength = 256 * 1_024;
const feedTypes = /^application\/(rss\+xml|atom\+xml|feed\+json|json|rdf\+xml|xml)$/i;

/** The feeds that a page of HTML names by `<link rel="alternate">`, in their order. */
export function findFeedLinks(
  bytes: Uint8Array,
  { url, contentType }: { url: string; contentType: string | null },
): FeedLink[] {
  const page = decodeFeed(bytes.subarray(0, searchedLength), contentType);
  let base: string | null = null;
  const found = new Map<string, FeedLink>();
  for (const [, tag = "", written = ""] of page.matchAll(/<(link|base)\s([^<>]{1,2000})>/gi)) {
    const attributes = attributesOf(written);
    const href = attributes.get("href");
    if (tag.toLowerCase() === "base") base ??= resolveLink(href, url);
    const isAlternate = /(^|\s)alternate(\s|$)/i.test(attributes.get("rel") ?? "");
    const isFeed = isAlternate && feedTypes.test((attributes.get("type") ?? "").split(";")[0]?.trim() ?? "");
    const address = isFeed ? resolveLink(href, base ?? url) : null;
    if (address !== null && !found.has(address) && !isOfWordPress(address))
      found.set(address, { url: address, title: plainText(attributes.get("title") ?? "") });
    if (found.size === feedLimits.feedsAtAddress) break;
  }
  return [...found.values()];
}

/** oEmbed and the API of WordPress are named in the same way, and are not feeds. */
function isOfWordPress(address: string): boolean {
  return /\/wp-json\/|[?&]rest_route=|\/oembed/i.test(address);
}

function attributesOf(written: string): ReadonlyMap<string, string> {
  const found = written.matchAll(/([a-z-]{1,20})\s{0,5}=\s{0,5}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi);
  return new Map(
    [...found].map(([, name = "", double, single, bare]) => [
      name.toLowerCase(),
      (double ?? single ?? bare ?? "").replaceAll("&amp;", "&"),
    ]),
  );
}
