import type { IndexItem, ParsedPublicationsPage } from "../resources/parse-resources.ts";

const indexWalks = 4; // reads of an index that shrinks meanwhile
const rememberedEntries = 100_000; // entries checked for duplicates
const barrenPages = 1_000; // pages of an index in a row without a new entry

/** The position of a walk between two pages. A later walk can resume from it. */
export interface IndexPosition {
  /** The page to read next, from 1. */
  readonly page: number;
  /** The number of complete walks. */
  readonly walks: number;
  /** The number of entries according to the last page. */
  readonly total: number;
  /** Whether that number fell during the walk, which makes another walk necessary. */
  readonly shrank: boolean;
}

export interface IndexStep {
  /** The entries that are new in this walk. */
  readonly items: readonly IndexItem[];
  /** The next position; null at the end. */
  readonly next: IndexPosition | null;
}

type FetchPage = (page: number) => Promise<ParsedPublicationsPage>;

const beginning: IndexPosition = { page: 1, walks: 0, total: 0, shrank: false };

/**
 * Reads every page of an index (spec 4.3). If the publisher deletes an entry meanwhile, later entries move to an earlier
 * page. So when the total shrinks, the index is read again and the missed entries are yielded, also by a resumed walk.
 *
 * @param fetchPage fetches a page by its number, from 1
 */
export async function* walkPages(
  fetchPage: FetchPage,
  from: IndexPosition = beginning,
): AsyncGenerator<IndexStep> {
  const seen = new Set<string>();
  let barren = 0;
  let at: IndexPosition | null = from;
  while (at !== null) {
    const { page, walks, total, shrank }: IndexPosition = at;
    const { items, pagination } = await fetchPage(page);
    const fresh = items.filter((item) => (item.ok ? isNew(item, seen) : walks === 0));
    barren = fresh.some(({ ok }) => ok) ? 0 : barren + 1;
    const isEnd = !pagination.hasNextPage || items.length === 0 || barren === barrenPages;
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

/** The entries of all pages. */
export async function* walkIndex(fetchPage: FetchPage): AsyncGenerator<IndexItem> {
  for await (const { items } of walkPages(fetchPage)) yield* items;
}

function nextWalk({ walks, shrank }: IndexPosition): IndexPosition | null {
  return shrank && walks + 1 < indexWalks ? { ...beginning, walks: walks + 1 } : null;
}

function isNew({ entry }: Extract<IndexItem, { ok: true }>, seen: Set<string>): boolean {
  // The key includes publisher and signature: an earlier forged entry must not hide the real one.
  const key = `${entry.contentHash}:${entry.timestamp}:${entry.publisherAddress}:${entry.signature}`;
  if (seen.has(key)) return false;
  if (seen.size < rememberedEntries) seen.add(key);
  return true;
}
