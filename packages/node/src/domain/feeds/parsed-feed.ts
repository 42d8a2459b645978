import { createHash } from "node:crypto";

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
  if (own !== null && own.length <= 2_048) return { id: own, ...entry };
  const text = own ?? JSON.stringify([entry.title, entry.html, entry.publishedAt]);
  return { id: `sha256:${createHash("sha256").update(text).digest("hex")}`, ...entry };
}

/** The first of those with the same id, as long as an id comes once. */
export function withoutRepeats(entries: readonly ParsedEntry[]): ParsedEntry[] {
  const seen = new Set<string>();
  return entries.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** Texts without repeats and without empty ones. */
export function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== "");
}
