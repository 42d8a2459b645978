import { decodeFeed } from "./feed-bytes.ts";
import { lineOf, resolveLink } from "./feed-text.ts";
import { feedLimits as limits } from "./limits.ts";
import type { OpmlFeed } from "./parsed-feed.ts";
import { readXml, type XmlElement } from "./xml-elements.ts";

/**
 * Reads the feeds of an OPML file (1.0 to 2.0), with the folder that each is in. The bytes may be anybody's.
 *
 * @returns null if it is not OPML
 */
export function parseOpml(bytes: Uint8Array): OpmlFeed[] | null {
  const feeds = new Map<string, OpmlFeed>();
  const root = readXml(decodeFeed(bytes, null), (element) => {
    const written = isOutline(element) ? addressOf(element) : "";
    if (written === "") return false;
    const title = lineOf(attribute(element, "title") || attribute(element, "text"));
    const siteUrl = resolveLink(attribute(element, "htmlUrl"), "");
    if (!feeds.has(written))
      feeds.set(written, {
        url: written.slice(0, limits.addressLength + 1),
        title,
        siteUrl,
        folder: folderOf(element),
      });
    return feeds.size >= limits.opmlFeeds ? "stop" : true;
  });
  return root?.name.toLowerCase() === "opml" ? [...feeds.values()] : null;
}

const isOutline = ({ name }: XmlElement) => name.toLowerCase() === "outline";

/** The address of a feed; "" for another outline. Some programs write it as `url`, which is a page in outlines of other types. */
function addressOf(element: XmlElement): string {
  const type = attribute(element, "type").toLowerCase();
  const other = /^(?:rss|atom|rdf|feed|json|podcast)?$/.test(type) ? attribute(element, "url") : "";
  return attribute(element, "xmlUrl") || other;
}

/** Some programs write `xmlurl` or `XMLURL`. */
function attribute({ attributes }: XmlElement, name: string): string {
  const exact = attributes.get(name);
  if (exact !== undefined) return exact.trim();
  const wanted = name.toLowerCase();
  for (const [written, value] of attributes) if (written.toLowerCase() === wanted) return value.trim();
  return "";
}

function folderOf({ parent }: XmlElement): string | null {
  if (parent === null || !isOutline(parent)) return null;
  return lineOf(attribute(parent, "title") || attribute(parent, "text")).slice(0, 200) || null;
}
