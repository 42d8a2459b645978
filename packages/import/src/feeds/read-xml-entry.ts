import { parseFeedDate } from "./feed-dates.ts";
import { filesOf, pictureOf } from "./feed-media.ts";
import { joinNames, linesToHtml, resolveLink } from "./feed-text.ts";
import { feedLimits as limits } from "./limits.ts";
import type { ParsedEntry } from "./parsed-feed.ts";
import { chooseFiles, distinctTags, type FeedSource, isPlayed, withId } from "./parsed-feed.ts";
import { plainText } from "./plain-text.ts";
import { contentOf, titleOf } from "./xml-content.ts";
import { baseOf, childOf, childrenOf, textOf, type XmlElement } from "./xml-elements.ts";

/** Makes the function that parses the items of one RSS or the entries of one Atom. */
export function createEntryReader(source: FeedSource): (element: XmlElement) => ParsedEntry {
  const sites = new Map<string, string | null>();
  const siteOf = ({ parent }: XmlElement): string | null => {
    const channel = parent?.name === "channel" ? parent : childOf(parent, "channel");
    const link = childOf(channel, "link", "atom:link");
    if (channel === null || link === null) return null;
    // The same one for each item.
    const written = textOf(link) || (link.attributes.get("href") ?? "");
    const known = sites.get(written);
    const site = known === undefined ? linkOf(channel, source.url) : known;
    sites.set(written, site);
    return site;
  };
  return (element) => readEntry(element, source, siteOf);
}

function readEntry(
  element: XmlElement,
  { url, mostFiles = limits.feedFiles, htmlLength }: FeedSource,
  siteOf: (element: XmlElement) => string | null,
): ParsedEntry {
  const guid = childOf(element, "guid", "atom:id", "id");
  const base = baseOf(element, url);
  // Links of RSS start from the site, and those in a text from its page, unless something else is said.
  const isFree = base === url && !element.name.startsWith("atom:");
  const linkBase = isFree ? (siteOf(element) ?? url) : base;
  const player = playerOf(element, linkBase);
  const page = linkOf(element, linkBase) ?? permalinkOf(guid, linkBase) ?? player;
  const groups = [element, ...childrenOf(element, "media:group", "media:content")];
  const whole = firstContent([element], wholeTexts);
  const summary = firstContent(groups, summaries);
  const wholeHtml = whole?.html.slice(0, htmlLength);
  const summaryHtml = summary?.html.slice(0, htmlLength);
  const published = dateOf(element, ...publishedNames);
  const updated = dateOf(element, "atom:updated", "atom:modified", "dcterms:modified", "updated");
  const about = element.attributes.get("rdf:about") ?? "";
  const text = wholeHtml || summaryHtml || "";
  const files = chooseFiles(filesOf(element, base, text), mostFiles);
  const isLinked = player === null || player === page || files.some(isPlayed) || text.includes(player);
  const html = isLinked ? text : withLink(text, player, htmlLength);
  return withId(textOf(guid) || about, {
    url: page,
    title: titleOf(element),
    html: html || null,
    summaryHtml: wholeHtml && summaryHtml && summaryHtml !== wholeHtml ? summaryHtml : null,
    baseUrl: textBaseOf((whole ?? summary)?.element ?? element, {
      url,
      otherwise: isFree ? (page ?? linkBase) : base,
    }),
    author: authorOf(element),
    publishedAt: published ?? updated,
    updatedAt: updated,
    tags: tagsOf(element),
    picture: pictureOf(element, base),
    files,
  });
}

const publishedNames = [
  "pubDate",
  "atom:published",
  "atom:issued",
  "dc:date",
  "dcterms:issued",
  "dcterms:created",
  "atom:created",
  "published",
  "date",
];
const wholeTexts = ["content:encoded", "atom:content", "xhtml:body", "body", "fullitem", "content"];
const summaries = [
  "description",
  "atom:summary",
  "summary",
  "dc:description",
  "media:description",
  "itunes:summary",
  "googleplay:description",
  "abstract",
  "itunes:subtitle",
];

interface Content {
  readonly element: XmlElement;
  readonly html: string;
}

/** The first text that is not empty, in the order of the names. */
function firstContent(elements: readonly XmlElement[], names: readonly string[]): Content | null {
  const found = elements
    .flatMap((outer) => childrenOf(outer, ...names))
    .sort((one, other) => names.indexOf(one.name) - names.indexOf(other.name));
  for (const element of found) {
    const html = contentOf(element);
    if (html !== "") return { element, html };
  }
  return null;
}

/** The base of a text: its own `xml:base`, or that of the one element in it. */
function textBaseOf(element: XmlElement, { url, otherwise }: { url: string; otherwise: string }): string {
  const inside = element.children.filter((child) => typeof child !== "string" || child.trim() !== "");
  const [only] = inside;
  const innermost = inside.length === 1 && only !== undefined && typeof only !== "string" ? only : element;
  const own = baseOf(innermost, url);
  return own === url ? otherwise : own;
}

/** The page of a feed or an entry. */
export function linkOf(element: XmlElement, base: string): string | null {
  // A service that counts the readers of a feed keeps the page's own address beside its own.
  const own = textOf(childOf(element, "feedburner:origLink", "pheedo:origLink"));
  const written = [own, ...childrenOf(element, "link").map(textOf)].find((text) => text.trim() !== "");
  if (written !== undefined) return resolveLink(written, base);
  const links = childrenOf(element, "atom:link", "link");
  const relOf = (link: XmlElement) => link.attributes.get("rel") ?? "alternate";
  const pages = links.filter((link) => relOf(link) === "alternate" && link.attributes.has("href"));
  const page = pages.find((link) => /html|^$/.test(link.attributes.get("type") ?? "")) ?? pages[0];
  if (page) return resolveLink(page.attributes.get("href"), baseOf(page, base));
  // The Channel Definition Format
  return resolveLink(element.attributes.get("href"), base);
}

/** The address in an id: of RSS, unless its attribute says that it is none, and of Atom where there is no link. */
function permalinkOf(guid: XmlElement | null, base: string): string | null {
  const said = guid?.attributes.get("isPermaLink")?.toLowerCase();
  // A path is an id, unless the feed says that it is a link.
  const isLink =
    said !== "false" && (said === "true" ? /^(?:https?:|\/)/i : /^https?:/i).test(textOf(guid).trim());
  return isLink ? resolveLink(textOf(guid), base) : null;
}

/** A text with the page of its film below it. */
function withLink(html: string, address: string, length: number | undefined): string {
  const link = linesToHtml(address);
  return length === undefined ? html + link : html.slice(0, Math.max(0, length - link.length)) + link;
}

/** The page on which a film is played. */
function playerOf(element: XmlElement, base: string): string | null {
  const [player] = [element, ...childrenOf(element, "media:group", "media:content")].flatMap((group) =>
    childrenOf(group, "media:player"),
  );
  return player ? resolveLink(player.attributes.get("url"), base) : null;
}

function dateOf(element: XmlElement, ...names: string[]): number | null {
  const dates = childrenOf(element, ...names);
  for (const name of dates.length > 0 ? names : []) {
    const at = parseFeedDate(textOf(dates.find((date) => date.name === name) ?? null));
    if (at !== null) return at;
  }
  return parseFeedDate(element.attributes.get("lastmod") ?? "");
}

/** The authors of an entry, or of a feed; null for none. */
export function authorOf(element: XmlElement, ...more: string[]): string | null {
  const named = childrenOf(
    element,
    "atom:author",
    "dc:creator",
    "dc:author",
    "author",
    "itunes:author",
    ...more,
  );
  const people = named.length > 0 ? named : childrenOf(element, "media:credit", "googleplay:author");
  const names = joinNames(people.slice(0, limits.feedPeople).map(nameOf));
  const source = names === null ? childOf(element, "atom:source") : null;
  return source ? authorOf(source) : names;
}

/** The name of a person, else their address. */
function nameOf(person: XmlElement): string {
  const part = (...names: string[]) => textOf(childOf(person, ...names));
  const named =
    part("atom:name", "name", "itunes:name") ||
    part("atom:email", "email") ||
    part("atom:uri", "uri", "atom:url");
  return withoutAddress(plainText(named || textOf(person)));
}

const address = /^[^\s@()<>]+@[^\s()<>]+$/;

/** RSS has `ada@example.org (Ada)`; others write `Ada <ada@example.org>` or the address in brackets. */
function withoutAddress(text: string): string {
  const end = text.at(-1);
  const at = end === ")" ? text.indexOf("(") : end === ">" ? text.lastIndexOf("<") : -1;
  const [before, inside] = [text.slice(0, at).trim(), text.slice(at + 1, -1).trim()];
  if (at < 0 || before === "" || inside === "") return text;
  if (end === ")" && address.test(before)) return inside;
  return address.test(inside) ? before : text;
}

function tagsOf(element: XmlElement): string[] {
  const categories = childrenOf(element, "category", "atom:category", "dc:subject", "media:category");
  const names = categories
    .slice(0, limits.feedTags)
    .map(
      (category) => category.attributes.get("label") ?? category.attributes.get("term") ?? textOf(category),
    );
  return distinctTags(names.map(plainText));
}
