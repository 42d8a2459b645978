import { createHash } from "node:crypto";
import type { ParsedEntry } from "../../foreign/feed-documents.ts";
import type { KnownEntry } from "./store/feed-entries.ts";

/**
 * Finds out which entries of an answer are known, so that none is shown twice. Its id says so. Sites that move to https, or write
 * their host in other letters, change the ids of all entries with it; and some programs make new ids each time. So an entry is also
 * known by its id under the other scheme, or by its address, title and date where no other entry of the answer is the known one.
 *
 * @returns gives the hash under which an entry is stored
 */
export function createIdentifier(
  known: readonly KnownEntry[],
  entries: readonly ParsedEntry[],
): (entry: ParsedEntry) => string {
  const stored = new Set(known.map(({ guidHash }) => guidHash));
  const own = new Map(entries.map((entry) => [entry, hashOfKnown(entry.id, stored)]));
  const taken = new Set(own.values());
  const left = known.filter(({ guidHash }) => !taken.has(guidHash));
  const byFacts = new Map(left.map((entry) => [factsOf(entry), entry.guidHash]));
  return (entry) => {
    const hash = own.get(entry) ?? hashOf(entry.id);
    if (stored.has(hash) || entry.publishedAt === null || (entry.url === null && entry.title === ""))
      return hash;
    const facts = factsOf({ ...entry, publishedAt: entry.publishedAt });
    const other = byFacts.get(facts);
    byFacts.delete(facts);
    return other ?? hash;
  };
}

function factsOf({ url, title, publishedAt }: Pick<KnownEntry, "url" | "title" | "publishedAt">): string {
  return JSON.stringify([url?.replace(/^http:/, "https:"), title, publishedAt]);
}

function hashOfKnown(id: string, stored: ReadonlySet<string>): string {
  const hash = hashOf(id);
  if (stored.has(hash) || !/^https?:/i.test(id)) return hash;
  const others = [id, URL.parse(id)?.href ?? id].flatMap((one) => [
    one.replace(/^https?:/i, "https:"),
    one.replace(/^https?:/i, "http:"),
  ]);
  return others.map(hashOf).find((other) => stored.has(other)) ?? hash;
}

function hashOf(id: string): string {
  return createHash("sha256").update(id).digest("hex");
}
