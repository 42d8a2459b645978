import type { Feed, FeedEntry } from "./feed.ts";
import { element, writeDocument, type Xml } from "./xml.ts";

/** Atom (RFC 4287). */
export function writeAtom({
  title,
  description,
  link,
  self,
  language,
  updatedAt,
  author,
  entries,
}: Feed): string {
  return writeDocument(
    element(
      "feed",
      { xmlns: "http://www.w3.org/2005/Atom", "xml:lang": language },
      element("id", {}, link),
      element("title", {}, title),
      element("subtitle", {}, description),
      element("updated", {}, new Date(updatedAt).toISOString()),
      element("generator", {}, "Freehold"),
      element("link", { rel: "alternate", type: "text/html", href: link }),
      element("link", { rel: "self", type: "application/atom+xml", href: self }),
      element("author", {}, element("name", {}, author.name), element("uri", {}, author.url)),
      author.picture === null ? null : element("icon", {}, author.picture),
      ...entries.map(entryOf),
    ),
  );
}

function entryOf({ id, link, title, summary, html, at, tags, file }: FeedEntry): Xml {
  const time = new Date(at).toISOString();
  return element(
    "entry",
    {},
    element("id", {}, id),
    element("title", {}, title),
    element("updated", {}, time),
    element("published", {}, time),
    element("link", { rel: "alternate", type: "text/html", href: link }),
    ...tags.map((tag) => element("category", { term: tag })),
    file && element("link", { rel: "enclosure", type: file.mediaType, length: file.size, href: file.url }),
    element("summary", {}, summary),
    element("content", { type: "html" }, html),
  );
}
