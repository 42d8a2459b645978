import { limits } from "./limits.ts";
import type { IndexItem, ParsedPublicationsPage } from "./parse-publications-page.ts";

/**
 * Walks through every page of an index (spec 4.3), however many there are. Whoever deletes an entry meanwhile moves
 * all later ones forward, over the edge of a page: when the total shrinks, the index is walked again, and what was
 * not seen before is yielded then.
 *
 * @param fetchPage gives a page by its number, from 1
 */
export async function* walkIndex(
  fetchPage: (page: number) => Promise<ParsedPublicationsPage>,
): AsyncGenerator<IndexItem, void, undefined> {
  const seen = new Set<string>();
  for (let walk = 0; walk < limits.indexWalks; walk++) {
    const shrank = yield* walkOnce(fetchPage, seen, walk === 0);
    if (!shrank) return;
  }
}

/** @returns whether the total shrank on the way */
async function* walkOnce(
  fetchPage: (page: number) => Promise<ParsedPublicationsPage>,
  seen: Set<string>,
  first: boolean,
): AsyncGenerator<IndexItem, boolean, undefined> {
  let total = 0;
  let shrank = false;
  let barren = 0;
  for (let number = 1; barren < limits.barrenPages; number++) {
    const { items, pagination } = await fetchPage(number);
    shrank ||= pagination.total < total;
    total = pagination.total;
    barren++;
    for (const item of items) {
      if (item.ok ? !isNew(item, seen) : !first) continue;
      if (item.ok) barren = 0;
      yield item;
    }
    if (!pagination.hasNextPage || items.length === 0) break;
  }
  return shrank;
}

function isNew({ entry }: Extract<IndexItem, { ok: true }>, seen: Set<string>): boolean {
  // With its publisher and signature: a forged twin that comes first must not hide the true entry.
  const key = `${entry.contentHash}:${entry.timestamp}:${entry.publisherAddress}:${entry.signature}`;
  if (seen.has(key)) return false;
  if (seen.size < limits.rememberedEntries) seen.add(key);
  return true;
}
