import { parseFeedDate } from "./feed-dates.ts";
import { escapeText, joinNames, languageTag, mediaTypeOf, plainText, resolveLink } from "./feed-text.ts";
import { feedLimits as limits } from "./limits.ts";
import type { FeedFile, ParsedEntry, ParsedFeed } from "./parsed-feed.ts";
import { chooseFiles, distinctTags, type FeedSource, withId, withoutRepeats } from "./parsed-feed.ts";
import { baseOf, childOf, childrenOf, htmlOf, readXml, textOf, type XmlElement } from "./xml-elements.ts";

/** Parses RSS, with or without RDF, and Atom; null if it is neither. */
export function readXmlFeed(text: string, source: FeedSource): ParsedFeed | null {
  const { url, mostEntries } = source;
  const entries: ParsedEntry[] = [];
  let hasMore = false;
  const root = readXml(text, (element) => {
    const isEntry = element.parent !== null && (element.name === "item" || element.name === "atom:entry");
    if (!isEntry) return false;
    hasMore = entries.length === mostEntries;
    if (hasMore) return "stop";
    entries.push(toEntry(element, source));
    return true;
  });
  const format = root && formatOf(root);
  if (!root || !format) return null;
  const channel = format === "atom" ? root : (childOf(root, "channel") ?? root);
  const base = baseOf(channel, url);
  const siteUrl = linkOf(channel, base);
  return {
    format,
    title: titleOf(channel),
    description: plainText(
      textOf(childOf(channel, "description", "atom:subtitle", "atom:tagline", "itunes:summary")),
    ),
    siteUrl,
    language: languageOf(channel),
    icon: iconOf(channel, base),
    ttlMinutes: ttlOf(channel),
    entries: withoutRepeats(entries),
    hasMore,
  };
}

function formatOf({ name }: XmlElement): "rss" | "atom" | null {
  if (name === "atom:feed") return "atom";
  return name === "rss" || name === "rdf:RDF" || name === "channel" ? "rss" : null;
}

function toEntry(
  element: XmlElement,
  { url, mostFiles = limits.feedFiles, htmlLength }: FeedSource,
): ParsedEntry {
  const guid = childOf(element, "guid", "atom:id");
  const base = baseOf(element, url);
  const whole = childOf(element, "content:encoded", "atom:content", "xhtml:body", "body");
  const summary = childOf(element, "description", "atom:summary", "media:description", "itunes:summary");
  const wholeHtml = whole && contentOf(whole).slice(0, htmlLength);
  const summaryHtml = summary && contentOf(summary).slice(0, htmlLength);
  const published = dateOf(
    element,
    "pubDate",
    "atom:published",
    "atom:issued",
    "dc:date",
    "dcterms:issued",
    "dcterms:created",
  );
  const updated = dateOf(element, "atom:updated", "atom:modified", "dcterms:modified");
  const about = element.attributes.get("rdf:about") ?? "";
  return withId(textOf(guid) || about, {
    url: linkOf(element, base) ?? permalinkOf(guid, base),
    title: titleOf(element),
    html: wholeHtml || summaryHtml || null,
    summaryHtml: wholeHtml && summaryHtml && summaryHtml !== wholeHtml ? summaryHtml : null,
    baseUrl: base,
    author: authorOf(element),
    publishedAt: published ?? updated,
    updatedAt: updated,
    tags: tagsOf(element),
    files: chooseFiles(filesOf(element, base), mostFiles),
  });
}

/** HTML: of Atom by its type, of RSS as it is, since its descriptions are HTML. */
function contentOf(element: XmlElement): string {
  const type = (element.attributes.get("type") ?? "").toLowerCase();
  const isAtom = element.name.startsWith("atom:");
  const hasMarkup = element.children.some((child) => typeof child !== "string");
  if (type === "xhtml" || hasMarkup) return htmlOf(element).trim();
  const text = textOf(element).trim();
  const isPlain = isAtom && (type === "text" || type === "text/plain" || type === "");
  return isPlain ? escapeText(text) : text;
}

function titleOf(element: XmlElement): string {
  const title = childOf(element, "title", "atom:title", "dc:title", "media:title", "itunes:title");
  const type = title?.attributes.get("type") ?? "";
  const text = textOf(title);
  // In Atom, the type of a text is declared; in RSS it is unknown.
  const isPlain = title?.name === "atom:title" && (type === "" || type === "text");
  return plainText(isPlain ? escapeText(text) : text);
}

/** The page of a feed or an entry. */
function linkOf(element: XmlElement, base: string): string | null {
  const [plain] = childrenOf(element, "link")
    .map(textOf)
    .filter((text) => text.trim() !== "");
  if (plain !== undefined) return resolveLink(plain, base);
  const links = childrenOf(element, "atom:link", "link");
  const relOf = (link: XmlElement) => link.attributes.get("rel") ?? "alternate";
  const pages = links.filter((link) => relOf(link) === "alternate" && link.attributes.has("href"));
  const page = pages.find((link) => /html|^$/.test(link.attributes.get("type") ?? "")) ?? pages[0];
  return page ? resolveLink(page.attributes.get("href"), baseOf(page, base)) : null;
}

/** A guid is the address, unless its attribute says that it is not. */
function permalinkOf(guid: XmlElement | null, base: string): string | null {
  const isLink = guid?.name === "guid" && guid.attributes.get("isPermaLink")?.toLowerCase() !== "false";
  return isLink && /^https?:/i.test(textOf(guid).trim()) ? resolveLink(textOf(guid), base) : null;
}

function dateOf(element: XmlElement, ...names: string[]): number | null {
  for (const name of names) {
    const at = parseFeedDate(textOf(childOf(element, name)));
    if (at !== null) return at;
  }
  return null;
}

function authorOf(element: XmlElement): string | null {
  const people = childrenOf(element, "atom:author", "dc:creator", "author", "itunes:author");
  const names = people.slice(0, limits.feedPeople).map((person) => {
    const name = childOf(person, "atom:name", "name");
    return withoutAddress(plainText(textOf(name ?? person)));
  });
  return joinNames(names);
}

/** RSS has `ada@example.org (Ada)`. */
function withoutAddress(text: string): string {
  const [before] = /^[^\s@()]+@[^\s()]+ ?\(/.exec(text) ?? [];
  return before !== undefined && text.endsWith(")") ? text.slice(before.length, -1) || text : text;
}

function tagsOf(element: XmlElement): string[] {
  const categories = childrenOf(element, "category", "atom:category", "dc:subject");
  const names = categories
    .slice(0, limits.feedTags)
    .map(
      (category) => category.attributes.get("label") ?? category.attributes.get("term") ?? textOf(category),
    );
  return distinctTags(names.map(plainText));
}

function filesOf(element: XmlElement, base: string): FeedFile[] {
  const beside = childrenOf(element, "atom:link").filter(
    ({ attributes }) => attributes.get("rel") === "enclosure",
  );
  const media = [element, ...childrenOf(element, "media:group")].flatMap((group) =>
    childrenOf(group, "media:content"),
  );
  const named = [...childrenOf(element, "enclosure"), ...beside, ...media].slice(0, limits.feedFiles);
  return named.flatMap(({ attributes }) => toFile(attributes, base));
}

function toFile(attributes: XmlElement["attributes"], base: string): FeedFile[] {
  const url = resolveLink(attributes.get("url") ?? attributes.get("href"), base);
  const bytes = Number((attributes.get("length") ?? attributes.get("fileSize"))?.slice(0, 20));
  const size = Number.isSafeInteger(bytes) && bytes > 0 ? bytes : null;
  return url ? [{ url, mediaType: mediaTypeOf(attributes.get("type")), bytes: size }] : [];
}

function languageOf(channel: XmlElement): string | null {
  return languageTag(
    textOf(childOf(channel, "language", "dc:language")) || (channel.attributes.get("xml:lang") ?? ""),
  );
}

function iconOf(channel: XmlElement, base: string): string | null {
  const image = childOf(channel, "image");
  const href = childOf(channel, "itunes:image")?.attributes.get("href");
  return resolveLink(
    textOf(childOf(channel, "atom:icon", "atom:logo")) || textOf(childOf(image, "url")) || href,
    base,
  );
}

const periodMinutes: Readonly<Record<string, number>> = {
  hourly: 60,
  daily: 1_440,
  weekly: 10_080,
  monthly: 43_200,
  yearly: 525_600,
};

// No feed asks for a pause of more than a year.
const longestMinutes = 525_600;

/** The pause that the feed asks for: `ttl`, or the period of the syndication module. */
function ttlOf(channel: XmlElement): number | null {
  const ttl = Number.parseInt(textOf(childOf(channel, "ttl")), 10);
  if (ttl > 0) return Math.min(ttl, longestMinutes);
  const period = periodMinutes[textOf(childOf(channel, "sy:updatePeriod")).trim().toLowerCase()];
  const frequency = Number.parseInt(textOf(childOf(channel, "sy:updateFrequency")), 10);
  return period === undefined ? null : Math.max(1, Math.round(period / (frequency > 0 ? frequency : 1)));
}
