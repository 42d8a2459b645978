type Xml = { readonly xml: string };

/** An XML element. Attributes and texts are escaped; null is left out. */
function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  ...children: readonly (Xml | string | null)[]
): Xml {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  const inner = children.map((child) => (typeof child === "string" ? escapeXml(child) : (child?.xml ?? "")));
  const open = `<${name}${pairs.join("")}`;
  return { xml: children.length === 0 ? `${open}/>` : `${open}>${inner.join("")}</${name}>` };
}

/** Elements that hold only text, by their names. */
function texts(values: Readonly<Record<string, string>>): Xml[] {
  return Object.entries(values).map(([name, text]) => element(name, {}, text));
}

function writeDocument({ xml }: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`;
}

/** RSS 2.0. Its descriptions are HTML. Its authors are mail addresses, so Dublin Core names the author instead. */
export function writeRss(feed: Feed): string {
  const { title, description, link, self, language, updatedAt, author, entries } = feed;
  const { name, picture } = author;
  const channel = element(
    "channel",
    {},
    ...texts({
      ...{ title, link, description: escapeXml(description), language },
      lastBuildDate: new Date(updatedAt).toUTCString(),
      docs: "https://www.rssboard.org/rss-specification",
      generator: "Freehold",
    }),
    picture === null ? null : element("image", {}, ...texts({ url: picture, title, link })),
    element("atom:link", { href: self, rel: "self", type: "application/rss+xml" }),
    ...entries.map((entry) => rssItem(entry, name)),
  );
  const namespaces = {
    "xmlns:atom": "http://www.w3.org/2005/Atom",
    "xmlns:content": "http://purl.org/rss/1.0/modules/content/",
    "xmlns:dc": "http://purl.org/dc/elements/1.1/",
  };
  return writeDocument(element("rss", { version: "2.0", ...namespaces }, channel));
}

function rssItem({ id, link, title, summary, html, at, tags, file }: FeedEntry, author: string): Xml {
  return element(
    "item",
    {},
    ...texts({ title, link }),
    element("guid", { isPermaLink: "false" }, id),
    ...texts({ pubDate: new Date(at).toUTCString(), "dc:creator": author }),
    ...tags.map((tag) => element("category", {}, tag)),
    ...texts({ description: escapeXml(summary), "content:encoded": html }),
    file && element("enclosure", { url: file.url, length: file.size, type: file.mediaType }),
  );
}

/** Atom (RFC 4287). */
export function writeAtom(feed: Feed): string {
  const { title, description, link, self, language, updatedAt, author, entries } = feed;
  const { name, url, picture } = author;
  const updated = new Date(updatedAt).toISOString();
  return writeDocument(
    element(
      "feed",
      { xmlns: "http://www.w3.org/2005/Atom", "xml:lang": language },
      ...texts({ id: link, title, subtitle: description, updated, generator: "Freehold" }),
      element("link", { rel: "alternate", type: "text/html", href: link }),
      element("link", { rel: "self", type: "application/atom+xml", href: self }),
      element("author", {}, ...texts({ name, uri: url })),
      picture === null ? null : element("icon", {}, picture),
      ...entries.map(atomEntry),
    ),
  );
}

function atomEntry({ id, link, title, summary, html, at, tags, file }: FeedEntry): Xml {
  const time = new Date(at).toISOString();
  return element(
    "entry",
    {},
    ...texts({ id, title, updated: time, published: time }),
    element("link", { rel: "alternate", type: "text/html", href: link }),
    ...tags.map((tag) => element("category", { term: tag })),
    file && element("link", { rel: "enclosure", type: file.mediaType, length: file.size, href: file.url }),
    element("summary", {}, summary),
    element("content", { type: "html" }, html),
  );
}

/** JSON Feed 1.1. */
export function writeJsonFeed({ title, description, link, self, language, author, entries }: Feed): string {
  const { name, url, picture } = author;
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title,
    home_page_url: link,
    feed_url: self,
    description,
    ...(picture !== null && { icon: picture }),
    authors: [{ name, url, ...(picture !== null && { avatar: picture }) }],
    language,
    items: entries.map(jsonItem),
  });
}

function jsonItem({ id, link, title, summary, html, at, tags, file }: FeedEntry) {
  return {
    id,
    url: link,
    title,
    content_html: html,
    ...(summary !== "" && { summary }),
    date_published: new Date(at).toISOString(),
    ...(tags.length > 0 && { tags }),
    ...(file && {
      attachments: [
        {
          url: file.url,
          mime_type: file.mediaType,
          ...(file.name !== null && { title: file.name }),
          size_in_bytes: file.size,
        },
      ],
    }),
  };
}

/** Removes the characters that XML 1.0 does not allow. */
export function xmlText(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "");
}

/** Escapes a text for XML, between tags or in an attribute. */
export function escapeXml(text: string): string {
  return xmlText(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&apos;");
}

/** A feed for every format. All URLs are absolute. */
export interface Feed {
  readonly title: string;
  readonly description: string;
  /** The page of the feed; also its id. */
  readonly link: string;
  /** The feed's own URL. */
  readonly self: string;
  /** BCP 47. */
  readonly language: string;
  /** Milliseconds of the Unix epoch: the newest entry, or the last change of the profile. */
  readonly updatedAt: number;
  readonly author: { readonly name: string; readonly url: string; readonly picture: string | null };
  /** Newest first. */
  readonly entries: readonly FeedEntry[];
}

export interface FeedEntry {
  /** Stays the same when an address changes. */
  readonly id: string;
  readonly link: string;
  /** Plain text, as the summary. */
  readonly title: string;
  readonly summary: string;
  /** Safe HTML. */
  readonly html: string;
  /** Milliseconds of the Unix epoch. */
  readonly at: number;
  /** Hashtags of its text, without their sign. */
  readonly tags: readonly string[];
  readonly file: {
    readonly url: string;
    readonly mediaType: string;
    /** Bytes. */
    readonly size: number;
    readonly name: string | null;
  } | null;
}

/** The feeds of all posts and of each tag. */
export const feedFormats = [
  { name: "rss", file: "feed.xml", mediaType: "application/rss+xml" },
  { name: "atom", file: "atom.xml", mediaType: "application/atom+xml" },
  { name: "json", file: "feed.json", mediaType: "application/feed+json" },
] as const;

export type FeedFormat = (typeof feedFormats)[number]["name"];

/** One page of a site, for search engines. */
export interface SitemapEntry {
  /** The whole address. */
  readonly url: string;
  /** Milliseconds. */
  readonly changedAt: number;
}

/** A sitemap (sitemaps.org 0.9). */
export function renderSitemap(entries: readonly SitemapEntry[]): string {
  const urls = entries.map(
    ({ url, changedAt }) =>
      `<url><loc>${escapeXml(url)}</loc><lastmod>${new Date(changedAt).toISOString()}</lastmod></url>`,
  );
  return `${declaration}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>`;
}

/** The list of the sitemaps of a site that one can't hold. */
export function renderSitemapIndex(urls: readonly string[]): string {
  const maps = urls.map((url) => `<sitemap><loc>${escapeXml(url)}</loc></sitemap>`);
  return `${declaration}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${maps.join("")}</sitemapindex>`;
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
