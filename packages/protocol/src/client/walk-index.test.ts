import { describe, expect, it } from "vitest";
import { toHex } from "../crypto/hex.ts";
import {
  type IndexItem,
  type ParsedPublicationsPage,
  parsePublicationsPage,
} from "../resources/parse-resources.ts";
import { type IndexPosition, walkIndex, walkPages } from "./walk-index.ts";

const limit = 10;

function entry(number: number) {
  const bytes = new Uint8Array(32);
  new DataView(bytes.buffer).setUint32(28, number);
  return {
    contentHash: toHex(bytes),
    publisherAddress: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    signature: `0x${"11".repeat(64)}1b`,
    timestamp: 1_735_000_000 + number,
    createdAt: "2025-01-01T00:00:00.000Z",
    contentKind: "POST",
    slug: null,
  };
}

const range = (count: number) => Array.from({ length: count }, (_, number) => number);

/** The pages of an index that a test changes meanwhile. */
function pagesOf(index: unknown[], before: (page: number, call: number) => void = () => {}) {
  let calls = 0;
  return async (page: number): Promise<ParsedPublicationsPage> => {
    before(page, ++calls);
    const [total, data] = [index.length, index.slice((page - 1) * limit, page * limit)];
    const totalPages = Math.ceil(total / limit);
    const pagination = {
      page,
      limit,
      total,
      totalPages,
      hasNextPage: page < totalPages,
      hasPreviousPage: page > 1,
    };
    const parsed = parsePublicationsPage({ data, pagination });
    if (!parsed) throw new Error("This is no page.");
    return parsed;
  };
}

async function walk(
  fetchPage: (page: number) => Promise<ParsedPublicationsPage>,
): Promise<(number | string)[]> {
  const found: (number | string)[] = [];
  const nameOf = (item: IndexItem) => (item.ok ? item.entry.timestamp - 1_735_000_000 : item.problem);
  for await (const item of walkIndex(fetchPage)) found.push(nameOf(item));
  return found;
}

describe("a walk through an index", () => {
  it.each([0, 1, 10, 11, 1_234])("yields all of %i entries, in order, none twice", async (count) => {
    expect(await walk(pagesOf(range(count).map(entry)))).toEqual(range(count));
  });

  it("requests each page once if the index does not shrink", async () => {
    const pages: number[] = [];
    await walk(pagesOf(range(25).map(entry), (page) => pages.push(page)));
    expect(pages).toEqual([1, 2, 3]);
  });

  it("misses no entry if others are deleted meanwhile", async () => {
    const index = range(35).map(entry);
    const found = await walk(pagesOf(index, (_, call) => call === 3 && index.splice(0, 4)));
    expect(found.toSorted((a, b) => Number(a) - Number(b))).toEqual(range(35));
  });

  it("includes entries that are added meanwhile", async () => {
    const index = range(15).map(entry);
    expect(await walk(pagesOf(index, (_, call) => call === 2 && index.push(entry(15))))).toEqual(range(16));
  });

  it("continues after bad entries, and returns them once", async () => {
    const index: unknown[] = [
      ...range(10).map(() => null),
      entry(1),
      { ...entry(2), signature: null },
      ...range(10).map(entry),
    ];
    index.push(entry(11));
    const found = await walk(pagesOf(index, (_, call) => call === 3 && index.splice(22, 1)));
    expect(found).toEqual([...range(10).map(() => "not an entry"), 1, "unsigned", 0, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it("resumes page by page and misses no entry that moved meanwhile", async () => {
    const index = range(35).map(entry);
    const fetchPage = pagesOf(index, (_, call) => call === 3 && index.splice(0, 4));
    const found = new Set<string | number>();
    let at: IndexPosition | null | undefined;
    for (let turn = 0; at !== null; turn += 1) {
      expect(turn).toBeLessThan(20);
      for await (const { items, next } of walkPages(fetchPage, at)) {
        for (const item of items) found.add(item.ok ? item.entry.timestamp - 1_735_000_000 : item.problem);
        at = next;
        break;
      }
    }
    expect([...found].toSorted((a, b) => Number(a) - Number(b))).toEqual(range(35));
  });

  it("refuses a page with more entries than the limit", () => {
    const page = (count: number) => ({ data: Array(count).fill(0), pagination: {} });
    expect(parsePublicationsPage(page(10_000))?.items).toHaveLength(10_000);
    expect(parsePublicationsPage(page(10_001))).toBeNull();
  });

  it("ends with a node whose index never ends", async () => {
    const same = { data: range(limit).map(entry), pagination: { hasNextPage: true, total: 1e9 } };
    expect(await walk(async () => parsePublicationsPage(same) ?? { items: [], pagination: never() })).toEqual(
      range(limit),
    );
    let total = 1e9;
    const shrinking = () => ({ data: [entry(1)], pagination: { hasNextPage: false, total: total-- } });
    expect(
      await walk(async () => parsePublicationsPage(shrinking()) ?? { items: [], pagination: never() }),
    ).toEqual([1]);
  });
});

function never(): never {
  throw new Error("This is no page.");
}
