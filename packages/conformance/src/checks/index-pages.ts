import { defineChecks } from "../check.ts";
import { expectEqual, expectStatus, expectThat, NotShown, Skipped } from "../expectations.ts";
import { asList, asRecord } from "../node/node-info.ts";
import type { TestContext } from "../test-context.ts";

const common = { section: "4.3" } as const;

/** A page of the index, with a unique key for each entry. */
async function readPage({ node }: TestContext, query: string) {
  const reply = await node.get(`/ewp/publications${query}`);
  expectStatus(reply, 200, `for ${query}`);
  const { data, pagination } = asRecord(reply.json);
  const entries = asList(data).map(asRecord);
  const keys = entries.map(({ contentHash, timestamp }) => `${contentHash} ${timestamp}`);
  return { entries, keys, pagination: asRecord(pagination) };
}

type Page = Awaited<ReturnType<typeof readPage>>;

/** The page has this number of entries, and these fields in its pagination object. */
function expectPage({ keys, pagination }: Page, count: number, fields: object, where = ""): void {
  for (const [name, value] of Object.entries(fields)) expectEqual(pagination[name], value, name + where);
  expectEqual(keys.length, count, `number of entries${where}`);
}

/**
 * The times of the entries, Unix seconds.
 * @throws NotShown when one is missing or malformed: another check reports that
 */
function timesOf({ entries }: Page): number[] {
  return entries.map(({ timestamp }) => {
    if (typeof timestamp === "number" && Number.isSafeInteger(timestamp)) return timestamp;
    throw new NotShown("an entry of the index has no valid timestamp");
  });
}

/** The time of an entry in the middle of the index. */
async function someTime(context: TestContext): Promise<number> {
  const times = [...new Set(timesOf(await readPage(context, "?limit=1000")))].sort((a, b) => a - b);
  const middle = times[Math.floor(times.length / 2)];
  if (middle === undefined) throw new Skipped("the index is empty");
  return middle;
}

export const indexPages = defineChecks(common, {
  "index-answers": {
    title: "the index is an object with data and pagination, as JSON",
    async run({ node }) {
      const reply = await node.get("/ewp/publications");
      expectStatus(reply, 200);
      const { data, pagination } = asRecord(reply.json);
      expectThat(Array.isArray(data), "an array `data`", typeof data);
      expectThat(asRecord(pagination) === pagination, "an object `pagination`", typeof pagination);
    },
  },
  "index-ascending": {
    title: "entries are in ascending order of their timestamps",
    async run(context) {
      const timestamps = timesOf(await readPage(context, "?limit=1000"));
      const late = timestamps.findIndex((time, index) => time < (timestamps[index - 1] ?? 0));
      expectThat(late === -1, "the oldest first", `${timestamps[late]} after ${timestamps[late - 1]}`);
    },
  },
  "index-first-page": {
    title: "a request without a page returns the first one, with no page before it",
    async run(context) {
      const { pagination } = await readPage(context, "");
      expectEqual(pagination.page, 1, "page");
      expectEqual(pagination.hasPreviousPage, false, "hasPreviousPage");
    },
  },
  "index-limit-taken": {
    title: "a limit from 1 to 1000 is accepted and repeated in the pagination",
    async run(context) {
      for (const limit of [1, 2, 999, 1000]) {
        const { pagination, keys } = await readPage(context, `?limit=${limit}`);
        expectEqual(pagination.limit, limit, "limit");
        expectThat(keys.length <= limit, `at most ${limit} entries`, `${keys.length} entries`);
      }
    },
  },
  "index-arithmetic": {
    title: "total, totalPages, hasNextPage and hasPreviousPage agree with each other and with the entries",
    async run(context) {
      for (const limit of [1, 2, 3]) {
        const first = (await readPage(context, `?limit=${limit}`)).pagination;
        expectThat(Number.isSafeInteger(first.total), "an integer total", JSON.stringify(first.total));
        const [total, pages] = [Number(first.total), Math.ceil(Number(first.total) / limit)];
        for (const page of new Set([1, 2, pages].filter((number) => number >= 1))) {
          const rest = Math.max(0, Math.min(limit, total - (page - 1) * limit));
          const fields = { total, totalPages: pages, hasNextPage: page < pages, hasPreviousPage: page > 1 };
          const where = ` of page ${page} by ${limit}`;
          expectPage(await readPage(context, `?limit=${limit}&page=${page}`), rest, fields, where);
        }
      }
    },
  },
  "index-pages-complete": {
    title: "pages neither omit nor repeat an entry",
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
  "index-past-the-end": {
    decisions: 5,
    title: "a page past the end is 200 without data",
    async run(context) {
      const fields = { hasNextPage: false, hasPreviousPage: true, page: 1_000_000 };
      expectPage(await readPage(context, "?limit=1000&page=1000000"), 0, fields);
    },
  },
  "index-since-exclusive": {
    title: "since excludes an entry with exactly that timestamp and includes every newer one",
    async run(context) {
      const time = await someTime(context);
      const all = timesOf(await readPage(context, "?limit=1000"));
      for (const since of [time, time - 1]) {
        const page = await readPage(context, `?limit=1000&since=${since}`);
        const timestamps = timesOf(page);
        const old = timestamps.find((found) => found <= since);
        expectThat(old === undefined, `only entries newer than ${since}`, `an entry of ${old}`);
        const newer = all.filter((found) => found > since).length;
        expectEqual(timestamps.length, newer, `number of entries since ${since}`);
        if (all.length < 1000) expectEqual(page.pagination.total, newer, `total since ${since}`);
      }
    },
  },
  "index-since-none-newer": {
    decisions: 5,
    title: "without newer entries there is no data, and totalPages is 0",
    run: async (context) =>
      expectPage(await readPage(context, "?since=99999999999"), 0, { total: 0, totalPages: 0 }),
  },
  "index-since-zero": {
    title: "since=0 returns every entry",
    async run(context) {
      const [everything, since] = [await readPage(context, ""), await readPage(context, "?since=0")];
      expectEqual(since.pagination.total, everything.pagination.total, "total");
    },
  },
});
