import { pictureOf } from "./feed-media.ts";
import { languageTag, resolveLink } from "./feed-text.ts";
import type { ParsedEntry, ParsedFeed } from "./parsed-feed.ts";
import { distinctEntries, type FeedSource } from "./parsed-feed.ts";
import { plainTextOfHtml } from "./plain-text.ts";
import { authorOf, createEntryReader, linkOf } from "./read-xml-entry.ts";
import { titleOf } from "./xml-content.ts";
import { baseOf, childOf, readXml, textOf, type XmlElement } from "./xml-elements.ts";

/** Parses RSS, with or without RDF, Atom, and the Channel Definition Format; null if it is none of them. */
export function readXmlFeed(text: string, source: FeedSource): ParsedFeed | null {
  const { url, mostEntries } = source;
  const entries: ParsedEntry[] = [];
  let hasMore = false;
  const readEntry = createEntryReader(source);
  const root = readXml(text, (element) => {
    const isEntry = element.parent !== null && /^(?:item|atom:entry|atom:item)$/.test(element.name);
    if (!isEntry) return false;
    hasMore = entries.length === mostEntries;
    if (hasMore) return "stop";
    entries.push(readEntry(element));
    return true;
  });
  const format = root && formatOf(root);
  if (!root || !format) return null;
  const channel = format === "atom" ? root : (childOf(root, "channel") ?? root);
  const base = baseOf(channel, url);
  const icon = iconOf(channel, base);
  const author = authorOf(channel, "managingEditor");
  return {
    format,
    title: titleOf(channel),
    description: plainTextOfHtml(
      textOf(
        childOf(
          channel,
          "description",
          "atom:subtitle",
          "atom:tagline",
          "dc:description",
          "itunes:summary",
          "abstract",
        ),
      ),
    ),
    siteUrl: linkOf(channel, base),
    language: languageOf(channel),
    icon,
    ttlMinutes: ttlOf(channel),
    entries: distinctEntries(entries.map((entry) => withFacts(entry, { author, icon }))),
    hasMore,
  };
}

/** An entry with the author of its feed where it names none, and without a picture that all of them have. */
function withFacts(
  entry: ParsedEntry,
  { author, icon }: { author: string | null; icon: string | null },
): ParsedEntry {
  if (entry.author !== null && entry.picture === null) return entry;
  const isAddress = author !== null && /^[^\s@]+@[^\s@]+$/.test(author);
  return {
    ...entry,
    author: entry.author ?? (isAddress ? null : author),
    picture: entry.picture === icon ? null : entry.picture,
  };
}

function formatOf({ name }: XmlElement): "rss" | "atom" | null {
  if (name === "atom:feed") return "atom";
  return name === "rss" || name === "rdf:RDF" || name === "channel" ? "rss" : null;
}

function languageOf(channel: XmlElement): string | null {
  return languageTag(
    textOf(childOf(channel, "language", "dc:language")) || (channel.attributes.get("xml:lang") ?? ""),
  );
}

function iconOf(channel: XmlElement, base: string): string | null {
  return (
    resolveLink(textOf(childOf(channel, "atom:icon", "atom:logo")), base) ??
    resolveLink(textOf(childOf(childOf(channel, "image"), "url")), base) ??
    pictureOf(channel, base)
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
