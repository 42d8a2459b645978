import { parseFeedDate } from "./feed-dates.ts";
import { joinNames, languageTag, lineOf, linesToHtml, mediaTypeOf, resolveLink } from "./feed-text.ts";
import { feedLimits as limits } from "./limits.ts";
import type { FeedFile, ParsedEntry, ParsedFeed } from "./parsed-feed.ts";
import { chooseFiles, distinctEntries, distinctTags, type FeedSource, withId } from "./parsed-feed.ts";

type Json = Readonly<Record<string, unknown>>;

/** Parses JSON Feed 1 and 1.1; null for any other JSON. */
export function readJsonFeed(text: string, source: FeedSource): ParsedFeed | null {
  const { url, mostEntries } = source;
  if (countValues(text) > limits.feedValues) return null;
  const feed = toObject(parse(text));
  const isFeed = textAt(feed, "version").includes("jsonfeed.org/version/") && Array.isArray(feed.items);
  if (!isFeed) return null;
  const items = listAt(feed, "items");
  const feedAuthor = authorOf(feed);
  return {
    format: "json",
    title: lineOf(textAt(feed, "title")),
    description: lineOf(textAt(feed, "description")),
    siteUrl: resolveLink(textAt(feed, "home_page_url"), url),
    language: languageTag(textAt(feed, "language")),
    icon: resolveLink(textAt(feed, "icon") || textAt(feed, "favicon"), url),
    ttlMinutes: null,
    entries: distinctEntries(
      items.slice(0, mostEntries).map((item) => toEntry(toObject(item), source, feedAuthor)),
    ),
    hasMore: items.length > mostEntries,
  };
}

function toEntry(
  item: Json,
  { url, mostFiles = limits.feedFiles, htmlLength }: FeedSource,
  feedAuthor: string | null,
): ParsedEntry {
  const plain = textAt(item, "content_text").slice(0, htmlLength);
  const html = (textAt(item, "content_html") || linesToHtml(plain)).slice(0, htmlLength);
  const summary = textAt(item, "summary").slice(0, htmlLength);
  const summaryHtml = linesToHtml(summary).slice(0, htmlLength);
  const updatedAt = parseFeedDate(textAt(item, "date_modified"));
  const page = resolveLink(textAt(item, "url") || textAt(item, "external_url"), url);
  const id = typeof item.id === "number" ? String(item.id) : textAt(item, "id");
  return withId(id, {
    url: page,
    title: lineOf(textAt(item, "title")),
    html: html || summaryHtml || null,
    summaryHtml: html && summaryHtml ? summaryHtml : null,
    baseUrl: page ?? url,
    author: authorOf(item) ?? feedAuthor,
    publishedAt: parseFeedDate(textAt(item, "date_published")) ?? updatedAt,
    updatedAt,
    tags: distinctTags(
      firstOf(item, "tags", limits.feedTags).map((tag) => (typeof tag === "string" ? lineOf(tag) : "")),
    ),
    picture: resolveLink(textAt(item, "image") || textAt(item, "banner_image"), url),
    files: chooseFiles(
      firstOf(item, "attachments", limits.feedFiles).flatMap((file) => toFile(toObject(file), url)),
      mostFiles,
    ),
  });
}

function toFile(file: Json, base: string): FeedFile[] {
  const url = resolveLink(textAt(file, "url"), base);
  const size = file.size_in_bytes;
  const bytes = typeof size === "number" && Number.isSafeInteger(size) && size > 0 ? size : null;
  return url ? [{ url, mediaType: mediaTypeOf(textAt(file, "mime_type")), bytes }] : [];
}

/** The author in version 1.1 or 1. */
function authorOf(from: Json): string | null {
  const people = [...firstOf(from, "authors", limits.feedPeople), from.author];
  return joinNames(people.map((person) => lineOf(textAt(toObject(person), "name"))));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** No fewer values than the text can hold: each takes memory, however short it is. */
function countValues(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // `,`, `[` and `{`
    if (code === 0x2c || code === 0x5b || code === 0x7b) count += 1;
  }
  return count;
}

function toObject(value: unknown): Json {
  return typeof value === "object" && value !== null ? (value as Json) : {};
}

function textAt(from: Json, name: string): string {
  const value = from[name];
  return typeof value === "string" ? value : "";
}

function firstOf(from: Json, name: string, most: number): readonly unknown[] {
  return listAt(from, name).slice(0, most);
}

function listAt(from: Json, name: string): readonly unknown[] {
  const value = from[name];
  return Array.isArray(value) ? value : [];
}
