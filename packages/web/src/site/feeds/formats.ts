import { escapeHtml, type Html, html } from "../html.ts";
import type { OwnedView } from "../view.ts";
import { buildFeed, type Feed, type FeedPage, xmlText } from "./feed.ts";

type FeedEntry = Feed["entries"][number];

/** The type under which the feeds of XML are sent: browsers show what has a type of its own as plain text, without its stylesheet. */
const sentAs = "application/xml";

/** The formats of the feeds of all posts and of each tag. */
export const feedFormats = [
  { name: "rss", file: "feed.xml", mediaType: "application/rss+xml", sentAs, write: writeRss },
  { name: "atom", file: "atom.xml", mediaType: "application/atom+xml", sentAs, write: writeAtom },
  {
    name: "json",
    file: "feed.json",
    mediaType: "application/feed+json",
    sentAs: "application/feed+json",
    write: writeJsonFeed,
  },
] as const;

export type FeedFormat = (typeof feedFormats)[number];

/** A feed in one of the formats. */
export function renderFeed(view: OwnedView, page: FeedPage, { file, write }: FeedFormat): string {
  return write(buildFeed(view, page, file));
}

/** The templates of `html` fit XML as well, which has a name for the apostrophe too. */
function xmlDocument(root: Html, stylesheet: string | null = null): string {
  const xml = xmlText(String(root)).replaceAll("&#x27;", "&apos;");
  const style = stylesheet && `<?xml-stylesheet type="text/css" href="${escapeHtml(stylesheet)}"?>\n`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${style ?? ""}${xml}\n`;
}

/** The page that a browser makes of a feed (`list.css`): elements of HTML, which feed readers pass over. */
function pageOf({ title, language, self, link, words, entries }: Feed): Html {
  return html`
    <x:body xmlns:x="http://www.w3.org/1999/xhtml" xml:lang="${language}">
      <x:meta name="viewport" content="width=device-width, initial-scale=1"/>
      <x:main class="column feed-page">
        <x:h1><x:a href="${link}">${title}</x:a></x:h1>
        <x:p>${words.is}</x:p>
        <x:p><x:label>${words.address} <x:input readonly="" value="${self}"/></x:label></x:p>
        <x:ul>${entries.map((entry) => html`<x:li><x:a href="${entry.link}">${entry.title}</x:a></x:li>`)}</x:ul>
      </x:main>
    </x:body>
  `;
}

/** RSS 2.0. Its descriptions are HTML. Its authors are mail addresses, so Dublin Core names the author instead. */
function writeRss(feed: Feed): string {
  const { title, description, link, self, hub, language, updatedAt, author, entries } = feed;
  const items = entries.map(
    (entry) => html`
      <item>
        <title>${entry.title}</title>
        <link>${entry.link}</link>
        <guid isPermaLink="false">${entry.id}</guid>
        <pubDate>${new Date(entry.publishedAt).toUTCString()}</pubDate>
        <dc:creator>${author.name}</dc:creator>
        ${entry.tags.map((tag) => html`<category>${tag}</category>`)}
        <description>${escapeHtml(entry.summary)}</description>
        <content:encoded>${entry.content}</content:encoded>
        ${entry.file && html`<enclosure url="${entry.file.url}" length="${entry.file.size}" type="${entry.file.mediaType}"/>`}
      </item>
    `,
  );
  return xmlDocument(
    html`
    <rss
      version="2.0"
      xmlns:atom="http://www.w3.org/2005/Atom"
      xmlns:content="http://purl.org/rss/1.0/modules/content/"
      xmlns:dc="http://purl.org/dc/elements/1.1/">
      <channel>
        <title>${title}</title>
        <link>${link}</link>
        <description>${description}</description>
        <language>${language}</language>
        <lastBuildDate>${new Date(updatedAt).toUTCString()}</lastBuildDate>
        <docs>https://www.rssboard.org/rss-specification</docs>
        <generator>Freehold</generator>
        ${author.picture && html`<image><url>${author.picture}</url><title>${title}</title><link>${link}</link></image>`}
        <atom:link href="${self}" rel="self" type="application/rss+xml"/>
        <atom:link href="${hub}" rel="hub"/>
        ${items}
        ${pageOf(feed)}
      </channel>
    </rss>
  `,
    feed.stylesheet,
  );
}

/** Atom (RFC 4287). */
function writeAtom(feed: Feed): string {
  const { title, description, link, self, hub, language, updatedAt, author, entries } = feed;
  return xmlDocument(
    html`
    <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
      <id>${link}</id>
      <title>${title}</title>
      <subtitle>${description}</subtitle>
      <updated>${new Date(updatedAt).toISOString()}</updated>
      <generator>Freehold</generator>
      <link rel="alternate" type="text/html" href="${link}"/>
      <link rel="self" type="application/atom+xml" href="${self}"/>
      <link rel="hub" href="${hub}"/>
      <author><name>${author.name}</name><uri>${author.url}</uri></author>
      ${author.picture && html`<icon>${author.picture}</icon>`}
      ${entries.map(atomEntry)}
      ${pageOf(feed)}
    </feed>
  `,
    feed.stylesheet,
  );
}

function atomEntry({
  id,
  link,
  language,
  title,
  summary,
  content,
  publishedAt,
  modifiedAt,
  tags,
  file,
}: FeedEntry): Html {
  return html`
    ${language === null ? html`<entry>` : html`<entry xml:lang="${language}">`}
      <id>${id}</id>
      <title>${title}</title>
      <updated>${new Date(modifiedAt).toISOString()}</updated>
      <published>${new Date(publishedAt).toISOString()}</published>
      <link rel="alternate" type="text/html" href="${link}"/>
      ${tags.map((tag) => html`<category term="${tag}"/>`)}
      ${file && html`<link rel="enclosure" type="${file.mediaType}" length="${file.size}" href="${file.url}"/>`}
      ${summary && html`<summary>${summary}</summary>`}
      <content type="html">${content}</content>
    </entry>
  `;
}

/** JSON Feed 1.1. */
function writeJsonFeed({ title, description, link, self, hub, language, author, entries }: Feed): string {
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
    hubs: [{ type: "WebSub", url: hub }],
    items: entries.map(jsonItem),
  });
}

function jsonItem({
  id,
  link,
  language,
  title,
  summary,
  content,
  publishedAt,
  modifiedAt,
  tags,
  file,
}: FeedEntry) {
  const attachment = file && {
    url: file.url,
    mime_type: file.mediaType,
    ...(file.name !== null && { title: file.name }),
    size_in_bytes: file.size,
  };
  return {
    id,
    url: link,
    title,
    content_html: content,
    ...(language !== null && { language }),
    ...(summary !== "" && { summary }),
    date_published: new Date(publishedAt).toISOString(),
    ...(modifiedAt !== publishedAt && { date_modified: new Date(modifiedAt).toISOString() }),
    ...(tags.length > 0 && { tags }),
    ...(attachment && { attachments: [attachment] }),
  };
}

/** One page of a site, for search engines. */
export interface SitemapEntry {
  /** Absolute. */
  readonly url: string;
  /** Milliseconds. */
  readonly changedAt: number;
}

const sitemapNamespace = "http://www.sitemaps.org/schemas/sitemap/0.9";

/** A sitemap (sitemaps.org 0.9). */
export function renderSitemap(entries: readonly SitemapEntry[]): string {
  const urls = entries.map(
    ({ url, changedAt }) =>
      html`<url><loc>${url}</loc><lastmod>${new Date(changedAt).toISOString()}</lastmod></url>`,
  );
  return xmlDocument(html`<urlset xmlns="${sitemapNamespace}">${urls}</urlset>`);
}

/** The index of a site's sitemaps, when one sitemap can't hold all pages. */
export function renderSitemapIndex(urls: readonly string[]): string {
  const maps = urls.map((url) => html`<sitemap><loc>${url}</loc></sitemap>`);
  return xmlDocument(html`<sitemapindex xmlns="${sitemapNamespace}">${maps}</sitemapindex>`);
}
