import { createHash } from "node:crypto";
import { limits } from "../limits.ts";

/** A feed. Texts are plain and short unless it says otherwise; addresses are whole, and http or https. */
export interface ParsedFeed {
  readonly format: "rss" | "atom" | "json";
  readonly title: string;
  readonly description: string;
  /** The page that it is the feed of. */
  readonly siteUrl: string | null;
  readonly language: string | null;
  readonly icon: string | null;
  /** How long a reader may wait before it asks again (minutes), or null. */
  readonly ttlMinutes: number | null;
  /** In the order of the feed. */
  readonly entries: readonly ParsedEntry[];
  /** Whether there are more than were read. */
  readonly hasMore: boolean;
}

/** Of a document that a site sent, as much as is wanted. */
export interface FeedSource {
  /** Where the bytes are from: relative links start there. */
  readonly url: string;
  /** The most entries that are read. */
  readonly mostEntries: number;
  /** The most files of an entry; as many as the limits allow by default. */
  readonly mostFiles?: number;
  /** The longest HTML of an entry, in characters, where the rest is cut off; any by default. */
  readonly htmlLength?: number;
}

export interface ParsedEntry {
  /** Never empty: the entry's own, else its address, else a hash of what it says. Unique in its feed. */
  readonly id: string;
  readonly url: string | null;
  readonly title: string;
  /** Untrusted HTML: the whole text, or the summary where there is no more. */
  readonly html: string | null;
  /** Untrusted HTML: the summary beside a whole text. */
  readonly summaryHtml: string | null;
  /** What relative links in the HTML start from. */
  readonly baseUrl: string;
  readonly author: string | null;
  /** Seconds of the Unix epoch. */
  readonly publishedAt: number | null;
  readonly updatedAt: number | null;
  readonly tags: readonly string[];
  readonly files: readonly FeedFile[];
}

/** A file beside an entry: the sound of a podcast, a picture. */
export interface FeedFile {
  readonly url: string;
  readonly mediaType: string | null;
  readonly bytes: number | null;
}

type WithoutId = Omit<ParsedEntry, "id">;

/** The entry with an id: what it calls itself, else its address, else a hash of what it says. */
export function withId(given: string, entry: WithoutId): ParsedEntry {
  const own = given.trim() || entry.url;
  // A long id is one that was made to be long.
  if (own !== null && own.length <= limits.feedAddressLength) return { id: own, ...entry };
  const text = own ?? JSON.stringify([entry.title, entry.html, entry.publishedAt]);
  return { id: `sha256:${createHash("sha256").update(text).digest("hex")}`, ...entry };
}

/** The first of those with the same id, as long as an id comes once. */
export function withoutRepeats(entries: readonly ParsedEntry[]): ParsedEntry[] {
  const seen = new Set<string>();
  return entries.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** Tags without repeats and without empty ones, up to a limit. */
export function distinctTags(tags: readonly string[]): string[] {
  return [...new Set(tags)].filter((tag) => tag !== "").slice(0, limits.feedTags);
}

/** Files with each address once, up to a limit: sounds and films before others. */
export function chooseFiles(files: readonly FeedFile[], most: number): FeedFile[] {
  const distinct = [...new Map(files.map((file) => [file.url, file])).values()];
  if (distinct.length <= most) return distinct;
  const [sounds = [], others = []] = [true, false].map((wanted) =>
    distinct.filter(({ mediaType }) => /^(audio|video)\//.test(mediaType ?? "") === wanted),
  );
  return [...sounds, ...others].slice(0, most);
}
