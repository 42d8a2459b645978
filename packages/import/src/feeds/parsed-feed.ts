import { createHash } from "node:crypto";
import type { FeedFile, ParsedEntry } from "../../../node/src/foreign/feed-documents.ts";
import { limits } from "../../../node/src/foreign/limits.ts";

/** A document that a site sent, and how much of it is wanted. */
export interface FeedSource {
  /** The address of the bytes: the base of relative links. */
  readonly url: string;
  /** The most entries that are read. */
  readonly mostEntries: number;
  /** The most files of an entry; as many as the limits allow by default. */
  readonly mostFiles?: number;
  /** The longest HTML of an entry, in characters, where the rest is cut off; any by default. */
  readonly htmlLength?: number;
}

type WithoutId = Omit<ParsedEntry, "id">;

/** The entry with an id: its own id, else its address, else a hash of its content. */
export function withId(given: string, entry: WithoutId): ParsedEntry {
  const own = given.trim() || entry.url;
  // A long id is one that was made to be long.
  if (own !== null && own.length <= limits.addressLength) return { id: own, ...entry };
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
