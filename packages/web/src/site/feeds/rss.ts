import type { Feed, FeedEntry } from "./feed.ts";
import { element, escapeXml, writeDocument, type Xml } from "./xml.ts";

/** RSS 2.0. Its descriptions are HTML; an author there is a mail address, so who wrote it is said as Dublin Core has it. */
export function writeRss({
  title,
  description,
  link,
  self,
  language,
  updatedAt,
  author,
  entries,
}: Feed): string {
  const channel = element(
    "channel",
    {},
    element("title", {}, title),
    element("link", {}, link),
    element("description", {}, escapeXml(description)),
    element("language", {}, language),
    element("lastBuildDate", {}, new Date(updatedAt).toUTCString()),
    element("docs", {}, "https://www.rssboard.org/rss-specification"),
    element("generator", {}, "Freehold"),
    author.picture === null
      ? null
      : element(
          "image",
          {},
          element("url", {}, author.picture),
          element("title", {}, title),
          element("link", {}, link),
        ),
    element("atom:link", { href: self, rel: "self", type: "application/rss+xml" }),
    ...entries.map((entry) => itemOf(entry, author.name)),
  );
  return writeDocument(
    element(
      "rss",
      {
        version: "2.0",
        "xmlns:atom": "http://www.w3.org/2005/Atom",
        "xmlns:content": "http://purl.org/rss/1.0/modules/content/",
        "xmlns:dc": "http://purl.org/dc/elements/1.1/",
      },
      channel,
    ),
  );
}

function itemOf({ id, link, title, summary, html, at, tags, file }: FeedEntry, author: string): Xml {
  return element(
    "item",
    {},
    element("title", {}, title),
    element("link", {}, link),
    element("guid", { isPermaLink: "false" }, id),
    element("pubDate", {}, new Date(at).toUTCString()),
    element("dc:creator", {}, author),
    ...tags.map((tag) => element("category", {}, tag)),
    element("description", {}, escapeXml(summary)),
    element("content:encoded", {}, html),
    file && element("enclosure", { url: file.url, length: file.size, type: file.mediaType }),
  );
}
