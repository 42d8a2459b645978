import { afterEach, beforeEach, expect, test } from "vitest";
import { createForeign } from "../../src/foreign/foreign.ts";
import { limits as foreignLimits } from "../../src/foreign/limits.ts";
import { fetchFeed } from "../../src/modules/feeds/fetch-feed.ts";
import { feedLimits } from "../../src/modules/feeds/limits.ts";
import { importOpml } from "../../src/modules/feeds/opml.ts";
import { readFeedEntries } from "../../src/modules/feeds/store/feed-entries.ts";
import { listFeeds } from "../../src/modules/feeds/store/feeds.ts";
import { previewFeed, subscribeFeed } from "../../src/modules/feeds/subscribe.ts";
import { forEachDatabase } from "../support/databases.ts";
import { createJobBench, type JobBench, type Receiver } from "../support/job-bench.ts";

const item = (inside: string, attributes = "") => `<item ${attributes}>${inside}</item>`;
const rss = (inside: string) => `<rss><channel><title>t</title>${inside}</channel></rss>`;
const good = rss(item("<guid>g</guid><title>good</title>"));
const base = `xml:base="https://x.example/${"a".repeat(2 * 1024 * 1024)}/"`;

/** The feeds that stopped a node when its owner looked at them. */
const hostile: Record<string, string> = {
  "authors of brackets": rss(item(`<guid>a</guid>${`<author>${"@(".repeat(495)}</author>`.repeat(1_000)}`)),
  "a base of 2 MiB for each file": rss(item(`<guid>a</guid>${'<enclosure url="b"/>'.repeat(3_000)}`, base)),
  "a title of 4 MB": `{"version":"https://jsonfeed.org/version/1","items":[{"id":"a","title":"${"<".repeat(4_000_000)}"}]}`,
  "authors for each entry": `{"version":"https://jsonfeed.org/version/1","authors":[${'{"name":"someone else"},'.repeat(50_000)}{}],"items":[${Array.from({ length: 1_000 }, (_, id) => `{"id":${id}}`).join()}]}`,
};

forEachDatabase((_name, open) => {
  let bench: JobBench;
  let server: Receiver;
  beforeEach(async () => {
    bench = await createJobBench(await open());
    server = await bench.receive();
  });
  afterEach(() => bench[Symbol.asyncDispose]());

  test.each(Object.entries(hostile))(
    "a feed of %s is shown and followed, and little is stored of it",
    async (name, text) => {
      server.answer(200, {}, text);
      const path = `/${name.length}`;
      expect(await previewFeed(bench.context, server.url(path))).toMatchObject({ isFollowed: false });
      await subscribeFeed(bench.context, server.url(path));
      const entries = await readFeedEntries(bench.context.store.db, { limit: 1_000 });
      const longest = Math.max(...entries.map((entry) => JSON.stringify(entry).length));
      expect(longest).toBeLessThan(
        2 * foreignLimits.addressLength + 2 * foreignLimits.feedTitleLength + 1_000,
      );
    },
  );

  test("a feed that takes too much memory fails with its reason, the others go on, and nothing waits for it", async () => {
    await using foreign = createForeign({ ...foreignLimits, readerMemory: 16 * 2 ** 20 });
    const context = { ...bench.context, foreign };
    server.answer(200, {}, good);
    const feed = await subscribeFeed(context, server.url("/poisoned"));
    const before = await readFeedEntries(context.store.db, { feedId: feed.id, limit: 9 });
    const large = `{"version":"https://jsonfeed.org/version/1","items":[${"[],".repeat(340_000)}{}]}`;
    server.answer(200, {}, large);
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 5);
    expect(await fetchFeed(context, feed)).toBe("failed");
    clearInterval(counting);
    expect(turns).toBeGreaterThan(5);
    const stored = async () => (await listFeeds(context.store.db)).find(({ id }) => id === feed.id);
    expect(await stored()).toMatchObject({
      failures: 1,
      lastError: expect.stringContaining("can't be read"),
    });
    // Later than a sound feed, and its entries stay.
    expect((await stored())?.nextFetchAt).toBeGreaterThanOrEqual(
      context.clock.now() + feedLimits.feedPauseMs,
    );
    expect(await readFeedEntries(context.store.db, { feedId: feed.id, limit: 9 })).toEqual(before);
    await expect(previewFeed(context, server.url("/other"))).rejects.toMatchObject({
      code: "DOCUMENT_UNREADABLE",
    });
    server.answer(200, {}, good);
    expect(await previewFeed(context, server.url("/other"))).toMatchObject({ newest: ["good"] });
  });

  test("a list of feeds, and a page that names some, are read where a feed is", async () => {
    const outlines = `${"<outline>".repeat(100_000)}${'<outline xmlUrl="https://a.example/f"/>'.repeat(10)}`;
    const report = await importOpml(bench.context, Buffer.from(`<opml><body>${outlines}</body></opml>`));
    expect(report).toMatchObject({ added: 0, refused: [] });
    const links = '<link rel="alternate" type="application/rss+xml" href="/feed">'.repeat(50_000);
    server.answer(200, { "content-type": "text/html" }, `<!doctype html><head>${links}`);
    // The feed that it names is the same page.
    await expect(previewFeed(bench.context, server.url("/page"))).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await using foreign = createForeign({ ...foreignLimits, readMs: 1 });
    await expect(
      importOpml({ ...bench.context, foreign }, Buffer.from(`<opml>${"<a/>".repeat(300_000)}`)),
    ).rejects.toMatchObject({ code: expect.stringMatching(/^(DOCUMENT_UNREADABLE|BUSY)$/) });
  });
});
