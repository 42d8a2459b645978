import { limits } from "../limits.ts";
import type { IndexItem, ParsedPublicationsPage } from "../resources/parse-resources.ts";

/** Where a walk through an index stands between two pages; a later walk can go on from there. */
export interface IndexPosition {
  /** The page to read next, from 1. */
  readonly page: number;
  /** How often the index was walked through to its end. */
  readonly walks: number;
  /** What the last page said of the number of entries. */
  readonly total: number;
  /** Whether that number fell on the way, so that there has to be another walk. */
  readonly shrank: boolean;
}

/** What one page brought. */
export interface IndexStep {
  /** The entries that this walk has not seen before. */
  readonly items: readonly IndexItem[];
  /** Where to go on; null at the end. */
  readonly next: IndexPosition | null;
}

type FetchPage = (page: number) => Promise<ParsedPublicationsPage>;

const beginning: IndexPosition = { page: 1, walks: 0, total: 0, shrank: false };

/**
 * Walks through every page of an index (spec 4.3), however many there are. Whoever deletes an entry meanwhile moves
 * all later ones forward, over the edge of a page: when the total shrinks, the index is walked again, and what was
 * not seen before is yielded then. That holds also for a walk that goes on where another one was left.
 *
 * @param fetchPage gives a page by its number, from 1
 */
export async function* walkPages(
  fetchPage: FetchPage,
  from: IndexPosition = beginning,
): AsyncGenerator<IndexStep, void, undefined> {
  const seen = new Set<string>();
  let barren = 0;
  let at: IndexPosition | null = from;
  while (at !== null) {
    const { page, walks, total, shrank }: IndexPosition = at;
    const { items, pagination } = await fetchPage(page);
    const fresh = items.filter((item) => (item.ok ? isNew(item, seen) : walks === 0));
    barren = fresh.some(({ ok }) => ok) ? 0 : barren + 1;
    const isEnd = !pagination.hasNextPage || items.length === 0 || barren === limits.barrenPages;
    const behind: IndexPosition = {
      page: page + 1,
      walks,
      total: pagination.total,
      shrank: shrank || pagination.total < total,
    };
    if (isEnd) barren = 0;
    at = isEnd ? nextWalk(behind) : behind;
    yield { items: fresh, next: at };
  }
}

/** The entries of all pages, one after the other. */
export async function* walkIndex(fetchPage: FetchPage): AsyncGenerator<IndexItem, void, undefined> {
  for await (const { items } of walkPages(fetchPage)) yield* items;
}

function nextWalk({ walks, shrank }: IndexPosition): IndexPosition | null {
  return shrank && walks + 1 < limits.indexWalks ? { ...beginning, walks: walks + 1 } : null;
}

function isNew({ entry }: Extract<IndexItem, { ok: true }>, seen: Set<string>): boolean {
  // With its publisher and signature: a forged twin that comes first must not hide the true entry.
  const key = `${entry.contentHash}:${entry.timestamp}:${entry.publisherAddress}:${entry.signature}`;
  if (seen.has(key)) return false;
  if (seen.size < limits.rememberedEntries) seen.add(key);
  return true;
}
