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
    const written = element.name === "outline" ? attribute(element, "xmlUrl") : "";
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
  return root?.name === "opml" ? [...feeds.values()] : null;
}

/** Some programs write `xmlurl`. */
function attribute({ attributes }: XmlElement, name: string): string {
  return (attributes.get(name) ?? attributes.get(name.toLowerCase()) ?? "").trim();
}

function folderOf({ parent }: XmlElement): string | null {
  if (parent?.name !== "outline") return null;
  return lineOf(attribute(parent, "title") || attribute(parent, "text")).slice(0, 200) || null;
}
