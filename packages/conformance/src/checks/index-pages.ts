import type { Check } from "../check.ts";
import { expectEqual, expectStatus, expectThat, NotShown, Skipped } from "../expectations.ts";
import { asList, asRecord } from "../node/node-info.ts";
import type { Reply } from "../node/reply.ts";
import type { TestContext } from "../test-context.ts";

interface Page {
  reply: Reply;
  entries: readonly Record<string, unknown>[];
  /** What tells one entry from another. */
  keys: string[];
  pagination: Record<string, unknown>;
}

async function readPage({ node }: Pick<TestContext, "node">, query: string): Promise<Page> {
  const reply = await node.get(`/ewp/publications${query}`);
  expectStatus(reply, 200, `for ${query}`);
  const { data, pagination } = asRecord(reply.json);
  const entries = asList(data).map(asRecord);
  return {
    reply,
    entries,
    keys: entries.map(({ contentHash, timestamp }) => `${contentHash} ${timestamp}`),
    pagination: asRecord(pagination),
  };
}

/**
 * The times of the entries, Unix seconds.
 * @throws NotShown when one has none that can be read: another check tells so
 */
function timesOf({ entries }: Page): number[] {
  return entries.map(({ timestamp }) => {
    if (typeof timestamp === "number" && Number.isSafeInteger(timestamp)) return timestamp;
    throw new NotShown("an entry of the index has no timestamp that can be read");
  });
}

/** A time with something in the index; where it can be, one with something before it and after it. */
async function someTime(context: TestContext): Promise<number> {
  const times = [...new Set(timesOf(await readPage(context, "?limit=1000")))].sort((a, b) => a - b);
  const middle = times[Math.floor(times.length / 2)];
  if (middle === undefined) throw new Skipped("the index lists nothing");
  return middle;
}

export const indexPages: readonly Check[] = [
  {
    id: "index-answers",
    section: "4.3",
    title: "the index is an object with data and pagination, as JSON",
    async run({ node }) {
      const reply = await node.get("/ewp/publications");
      expectStatus(reply, 200);
      const { data, pagination } = asRecord(reply.json);
      expectThat(Array.isArray(data), "an array `data`", typeof data);
      expectThat(asRecord(pagination) === pagination, "an object `pagination`", typeof pagination);
    },
  },
  {
    id: "index-ascending",
    section: "4.3",
    title: "entries stand in ascending order of their timestamps",
    async run(context) {
      const timestamps = timesOf(await readPage(context, "?limit=1000"));
      const late = timestamps.findIndex((time, index) => time < (timestamps[index - 1] ?? 0));
      expectThat(late === -1, "the oldest first", `${timestamps[late]} after ${timestamps[late - 1]}`);
    },
  },
  {
    id: "index-first-page",
    section: "4.3",
    title: "without a page it is the first one, and nothing comes before it",
    async run(context) {
      const { pagination } = await readPage(context, "");
      expectEqual(pagination.page, 1, "page");
      expectEqual(pagination.hasPreviousPage, false, "hasPreviousPage");
    },
  },
  {
    id: "index-limit-taken",
    section: "4.3",
    title: "a limit from 1 to 1000 is taken, and told in the pagination",
    async run(context) {
      for (const limit of [1, 2, 999, 1000]) {
        const { pagination, keys } = await readPage(context, `?limit=${limit}`);
        expectEqual(pagination.limit, limit, "limit");
        expectThat(keys.length <= limit, `at most ${limit} entries`, `${keys.length} entries`);
      }
    },
  },
  {
    id: "index-arithmetic",
    section: "4.3",
    title: "total, totalPages, hasNextPage and hasPreviousPage agree with each other and with the entries",
    async run(context) {
      for (const limit of [1, 2, 3]) {
        const first = (await readPage(context, `?limit=${limit}`)).pagination;
        expectThat(Number.isSafeInteger(first.total), "an integer total", JSON.stringify(first.total));
        const [total, pages] = [Number(first.total), Math.ceil(Number(first.total) / limit)];
        for (const page of new Set([1, 2, pages].filter((number) => number >= 1))) {
          const { pagination, keys } = await readPage(context, `?limit=${limit}&page=${page}`);
          const where = `of page ${page} by ${limit}`;
          expectEqual(pagination.total, total, `total ${where}`);
          expectEqual(pagination.totalPages, pages, `totalPages ${where}`);
          expectEqual(pagination.hasNextPage, page < pages, `hasNextPage ${where}`);
          expectEqual(pagination.hasPreviousPage, page > 1, `hasPreviousPage ${where}`);
          const rest = Math.max(0, Math.min(limit, total - (page - 1) * limit));
          expectEqual(keys.length, rest, `number of entries ${where}`);
        }
      }
    },
  },
  {
    id: "index-pages-complete",
    section: "4.3",
    title: "pages cut the index without leaving out or repeating anything",
    async run(context) {
      const whole = await readPage(context, "?limit=30");
      const cut: string[] = [];
      for (let page = 1; cut.length < whole.keys.length && page <= 10; page++) {
        cut.push(...(await readPage(context, `?limit=3&page=${page}`)).keys);
      }
      const same = whole.keys.every((key, index) => cut[index] === key);
      expectThat(same, "the same entries by pages of 3 and of 30", "other ones");
    },
  },
  {
    id: "index-past-the-end",
    section: "4.3",
    decisions: 5,
    title: "a page past the end is 200 without data",
    async run(context) {
      const { pagination, keys } = await readPage(context, "?limit=1000&page=1000000");
      expectEqual(keys.length, 0, "number of entries");
      expectEqual(pagination.hasNextPage, false, "hasNextPage");
      expectEqual(pagination.hasPreviousPage, true, "hasPreviousPage");
      expectEqual(pagination.page, 1_000_000, "page");
    },
  },
  {
    id: "index-since-exclusive",
    section: "4.3",
    title: "since leaves out what has exactly that timestamp, and takes all that is newer",
    async run(context) {
      const time = await someTime(context);
      const all = timesOf(await readPage(context, "?limit=1000"));
      for (const since of [time, time - 1]) {
        const page = await readPage(context, `?limit=1000&since=${since}`);
        const timestamps = timesOf(page);
        const old = timestamps.find((found) => found <= since);
        expectThat(old === undefined, `only what is newer than ${since}`, `an entry of ${old}`);
        const newer = all.filter((found) => found > since).length;
        expectEqual(timestamps.length, newer, `number of entries since ${since}`);
        if (all.length < 1000) expectEqual(page.pagination.total, newer, `total since ${since}`);
      }
    },
  },
  {
    id: "index-since-none-newer",
    section: "4.3",
    decisions: 5,
    title: "where nothing is newer there is no data, and totalPages is 0",
    async run(context) {
      const { pagination, keys } = await readPage(context, "?since=99999999999");
      expectEqual(keys.length, 0, "number of entries");
      expectEqual(pagination.total, 0, "total");
      expectEqual(pagination.totalPages, 0, "totalPages");
    },
  },
  {
    id: "index-since-zero",
    section: "4.3",
    title: "since=0 is everything",
    async run(context) {
      const [everything, since] = [await readPage(context, ""), await readPage(context, "?since=0")];
      expectEqual(since.pagination.total, everything.pagination.total, "total");
    },
  },
];
