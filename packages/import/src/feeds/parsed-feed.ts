import { createHash } from "node:crypto";
import { feedLimits as limits } from "./limits.ts";

/** A file beside an entry: the sound of a podcast, a picture. */
export interface FeedFile {
  url: string;
  mediaType: string | null;
  bytes: number | null;
}

/** An entry of a feed. Texts are plain and short unless it says otherwise; addresses are whole, and http or https. */
export interface ParsedEntry {
  /** Never empty: the entry's own, else its address, else a hash of its title and date, or of its text. Unique in its feed. */
  id: string;
  url: string | null;
  title: string;
  /** Untrusted HTML: the whole text, or the summary where there is no more. */
  html: string | null;
  /** Untrusted HTML: the summary beside a whole text. */
  summaryHtml: string | null;
  /** The address from which relative links in the HTML start. */
  baseUrl: string;
  author: string | null;
  /** Seconds of the Unix epoch. */
  publishedAt: number | null;
  updatedAt: number | null;
  tags: string[];
  /** The picture that stands for it. */
  picture: string | null;
  files: FeedFile[];
}

/** A feed. */
export interface ParsedFeed {
  format: "rss" | "atom" | "json";
  title: string;
  description: string;
  /** The page that it is the feed of. */
  siteUrl: string | null;
  /** BCP 47 */
  language: string | null;
  icon: string | null;
  /** How long a reader may wait before it asks again (minutes), or null. */
  ttlMinutes: number | null;
  /** In the order of the feed. */
  entries: ParsedEntry[];
  /** Whether there are more than were read. */
  hasMore: boolean;
}

/** A feed that a page names. */
export interface FeedLink {
  url: string;
  title: string;
}

/** A feed as an OPML file names it. */
export interface OpmlFeed {
  /** As it is written, a little more than the longest address. */
  url: string;
  title: string;
  siteUrl: string | null;
  /** The folder that it is in. */
  folder: string | null;
}

/** A document that a site sent, and how much of it is wanted. */
export interface FeedSource {
  /** The address of the bytes: the base of relative links. */
  readonly url: string;
  /** The most entries that are read. */
  readonly mostEntries: number;
  /** The most files of an entry; by default the number in the limits. */
  readonly mostFiles?: number;
  /** The longest HTML of an entry, in characters, where the rest is cut off; any by default. */
  readonly htmlLength?: number;
}

type WithoutId = Omit<ParsedEntry, "id">;

/** The entry with an id: its own, else its address, else a hash of its title and date, or of its text where it lacks one of them. */
export function withId(given: string, entry: WithoutId): ParsedEntry {
  const own = given.trim() || entry.url;
  // A long id is one that was made to be long.
  if (own !== null && own.length <= limits.addressLength) return { id: own, ...entry };
  const { title, html, publishedAt } = entry;
  const isNamed = title !== "" && publishedAt !== null;
  return { id: hashOf(own ?? [title, isNamed ? null : html, publishedAt]), ...entry };
}

function hashOf(facts: string | readonly unknown[]): string {
  const text = typeof facts === "string" ? facts : JSON.stringify(facts);
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/**
 * Entries with each id once. Those that share an id, an address and a title are one, of which the version that was changed last stays;
 * others that share an id are different ones with a mistaken id, and each gets one of its own.
 */
export function distinctEntries(entries: readonly ParsedEntry[]): ParsedEntry[] {
  const firsts = new Map<string, ParsedEntry>();
  const mistaken = new Set<string>();
  for (const entry of entries) {
    const first = firsts.get(entry.id);
    if (first === undefined) firsts.set(entry.id, entry);
    else if (!isSame(first, entry)) mistaken.add(entry.id);
  }
  if (firsts.size === entries.length) return [...entries];
  const chosen = new Map<string, ParsedEntry>();
  for (const entry of entries) {
    const { id, url, title, html } = entry;
    const key = mistaken.has(id) ? hashOf([id, url, title || html]) : id;
    const known = chosen.get(key);
    if (known === undefined || (entry.updatedAt ?? 0) > (known.updatedAt ?? 0))
      chosen.set(key, { ...entry, id: key });
  }
  return [...chosen.values()];
}

function isSame(one: ParsedEntry, other: ParsedEntry): boolean {
  return one.url === other.url && (one.title || one.html) === (other.title || other.html);
}

/** Tags without repeats and without empty ones, up to a limit. */
export function distinctTags(tags: readonly string[]): string[] {
  return [...new Set(tags)].filter((tag) => tag !== "").slice(0, limits.feedTags);
}

/** Whether a file is a sound or a film. */
export function isPlayed({ mediaType }: FeedFile): boolean {
  return /^(?:audio|video)\//.test(mediaType ?? "");
}

/** Files with each address once, up to a limit: sounds and films before others. */
export function chooseFiles(files: readonly FeedFile[], most: number): FeedFile[] {
  const byAddress = new Map<string, FeedFile>();
  // One of several that name the same file may say more of it.
  for (const file of files)
    if ((byAddress.get(file.url)?.mediaType ?? null) === null) byAddress.set(file.url, file);
  const distinct = [...byAddress.values()];
  if (distinct.length <= most) return distinct;
  const [sounds = [], others = []] = [true, false].map((wanted) =>
    distinct.filter((file) => isPlayed(file) === wanted),
  );
  return [...sounds, ...others].slice(0, most);
}
