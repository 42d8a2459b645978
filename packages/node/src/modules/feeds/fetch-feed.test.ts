import { gzipSync } from "node:zlib";
import { parseOpml } from "@freehold/import/feeds";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { forEachDatabase, holdTransaction } from "../../../test/support/databases.ts";
import { createJobBench, type JobBench, type Receiver } from "../../../test/support/job-bench.ts";
import { toFeedAddress } from "../../domain/ask-feed.ts";
import { limits } from "../../domain/limits.ts";
import { limits as foreignLimits } from "../../foreign/limits.ts";
import { createFeedQueue } from "./feed-queue.ts";
import { askSoon } from "./feed-views.ts";
import { fetchFeed } from "./fetch-feed.ts";
import { feedLimits } from "./limits.ts";
import { exportOpml, importOpml } from "./opml.ts";
import { readFeedEntries } from "./store/feed-entries.ts";
import { type Feed, insertFeed, listFeeds } from "./store/feeds.ts";
import { previewFeed, subscribeFeed, unsubscribeFeed } from "./subscribe.ts";

const rss = (items: readonly string[], channel = "") =>
  `<rss version="2.0"><channel><title>A blog</title>${channel}${items
    .map(
      (name) =>
        `<item><guid>${name}</guid><title>${name}</title><pubDate>Tue, 14 Nov 2023 10:00:00 GMT</pubDate></item>`,
    )
    .join("")}</channel></rss>`;
const code = (name: string) => expect.objectContaining({ code: name });

forEachDatabase((_name, open) => {
  let bench: JobBench;
  let server: Receiver;
  beforeEach(async () => {
    bench = await createJobBench(await open());
    server = await bench.receive();
  });
  afterEach(() => bench[Symbol.asyncDispose]());

  const db = () => bench.context.store.db;
  const only = async () => (await listFeeds(db()))[0] as Feed;
  const titles = async () => (await readFeedEntries(db(), { limit: 999 })).map(({ title }) => title);
  const fetchAgain = async () => fetchFeed(bench.context, await only());
  /** How long after now the feed is asked again. */
  const pause = async () => ((await only()).nextFetchAt ?? Number.NaN) - bench.context.clock.now();
  const follow = (path = "/feed") => subscribeFeed(bench.context, server.url(path));

  it("follows a feed, asks with what it knows, and takes what is new", async () => {
    server.answer(200, { etag: '"1"', "last-modified": "Tue, 14 Nov 2023 10:00:00 GMT" }, rss(["a", "b"]));
    await follow();
    expect(await titles()).toEqual(["a", "b"]);
    expect(await only()).toMatchObject({ title: "A blog", url: server.url("/feed"), failures: 0 });
    server.answer(304);
    expect(await fetchAgain()).toBe("unchanged");
    expect(server.posted.at(-1)?.headers).toMatchObject({
      "if-none-match": '"1"',
      "if-modified-since": "Tue, 14 Nov 2023 10:00:00 GMT",
    });
    let told = 0;
    bench.context.store.onDue("timeline", () => {
      told += 1;
    });
    server.answer(200, {}, rss(["a", "b", "c"]));
    expect(await fetchAgain()).toBe("changed");
    expect(await titles()).toEqual(["c", "a", "b"]);
    expect(told).toBe(1);
    // The same bytes, from a server that knows no entity tags.
    expect(await fetchAgain()).toBe("unchanged");
    await subscribeFeed(bench.context, server.url("/feed"));
    expect(await listFeeds(db())).toHaveLength(1);
    await unsubscribeFeed(bench.context, (await only()).id);
    expect(await titles()).toEqual([]);
    await expect(unsubscribeFeed(bench.context, 1)).rejects.toEqual(code("NOT_FOUND"));
  });

  it("reads a feed that its server compresses though nothing was asked for, up to the limit of a feed", async () => {
    const { feedBytes } = limits;
    const packed = (text: string) => server.answer(200, { "content-encoding": "gzip" }, gzipSync(text));
    packed(rss(["a"]));
    await follow();
    packed(rss(["a", "b"]).padEnd(feedBytes));
    expect(await fetchAgain()).toBe("changed");
    packed(rss(["a", "b", "c"]).padEnd(feedBytes + 1));
    expect(await fetchAgain()).toBe("failed");
    expect(await titles()).toEqual(["b", "a"]);
    expect(await only()).toMatchObject({ lastError: "The reply is larger than allowed." });
    server.answer(200, { "content-encoding": "gzip" }, gzipSync(rss(["a", "b", "c"])).subarray(0, 100));
    expect(await fetchAgain()).toBe("failed");
    expect(await titles()).toEqual(["b", "a"]);
    expect(await only()).toMatchObject({
      lastError: "The reply is compressed, and damaged or cut off.",
      failures: 2,
    });
    server.answer(200, { "content-encoding": "utf-8" }, rss(["a", "b", "c"]));
    expect(await fetchAgain()).toBe("changed");
    expect(await titles()).toEqual(["c", "b", "a"]);
  });

  it("shows each entry once when a site moves to https, or makes new ids, and keeps the picture of a film", async () => {
    const at = "<pubDate>Tue, 14 Nov 2023 10:00:00 GMT</pubDate>";
    const feed = (inside: string) =>
      server.answer(
        200,
        {},
        `<rss xmlns:media="http://search.yahoo.com/mrss/"><channel>${inside}</channel></rss>`,
      );
    const page = (scheme: string, name: string) =>
      `<item><guid>${scheme}://a.example/${name}</guid><title>${name}</title>${at}</item>`;
    feed(page("http", "a") + page("http", "b"));
    await follow();
    feed(page("https", "c") + page("https", "a") + page("https", "b"));
    expect(await fetchAgain()).toBe("changed");
    expect((await titles()).toSorted()).toEqual(["a", "b", "c"]);
    const film = (id: string) =>
      `<item><guid>${id}</guid><link>https://a.example/film</link><title>film</title>${at}<media:thumbnail url="/t.jpg"/><media:description>About it</media:description></item>`;
    feed(film("1"));
    await fetchAgain();
    feed(film("2"));
    await fetchAgain();
    const entries = await readFeedEntries(db(), { limit: 999 });
    expect(entries.filter(({ title }) => title === "film").map(({ html }) => html)).toEqual([
      `<p><img src="${new URL("/t.jpg", server.url("/feed"))}" alt=""></p><p>About it</p>`,
    ]);
    feed(
      `<item><guid>photo</guid><title>photo</title>${at}<enclosure url="/p.jpg" type="image/jpeg"/></item>`,
    );
    await fetchAgain();
    const [photo] = await readFeedEntries(db(), { limit: 1 });
    expect(photo).toMatchObject({ title: "photo", fileUrl: null, html: expect.stringContaining("/p.jpg") });
  });

  it("is the one that another process added meanwhile", async () => {
    server.answer(200, {}, rss(["a"]));
    const feed = { url: server.url("/feed"), title: "Theirs", siteUrl: null, folder: null, createdAt: 1 };
    const held = await holdTransaction(bench.context.store, (tx) => insertFeed(tx, feed));
    const following = follow();
    await held.untilMet(following);
    await held.commit();
    expect(await following).toEqual(await only());
    expect([await listFeeds(db()), await titles()]).toEqual([
      [expect.objectContaining({ title: "Theirs" })],
      [],
    ]);
  });

  it("finds the feed that a page names, and says where there is none", async () => {
    const feed = rss(["a"], `<description>About &lt;b&gt;it&lt;/b&gt;</description>`);
    server.answer(200, { "content-type": "text/html" }, "<html><head><title>no feed</title></head></html>");
    await expect(previewFeed(bench.context, server.url("/"))).rejects.toEqual(code("NOT_FOUND"));
    server.answer(404);
    await expect(previewFeed(bench.context, server.url("/"))).rejects.toEqual(code("NOT_FOUND"));
    await expect(previewFeed(bench.context, "mailto:a@b.example")).rejects.toEqual(code("VALIDATION_FAILED"));
    const other = await bench.receive();
    other.answer(200, {}, feed);
    const link = `<link rel=alternate type='application/rss+xml' title="All &amp; more" href=${other.url("/all")}>`;
    server.answer(
      200,
      { "content-type": "text/html" },
      `<html>${link}<link rel="alternate" type="application/atom+xml" href="/b">`,
    );
    expect(await previewFeed(bench.context, server.url("/blog"))).toEqual({
      url: other.url("/all"),
      title: "A blog",
      description: "About it",
      siteUrl: null,
      newest: ["a"],
      others: [{ url: server.url("/b"), title: "" }],
      isFollowed: false,
    });
  });

  it("is asked again after half an hour, and later where the server or the feed says so", async () => {
    const near = (wait: number) => ({ least: wait, most: wait + feedLimits.feedTogetherMs });
    const within = async ({ least, most }: ReturnType<typeof near>) => {
      const ms = await pause();
      expect(ms).toBeGreaterThanOrEqual(least);
      expect(ms).toBeLessThanOrEqual(most);
    };
    server.answer(200, { "cache-control": "max-age=60" }, rss(["a"]));
    await follow();
    await within(near(feedLimits.feedPauseMs));
    server.answer(304, { "cache-control": "public, max-age=7200" });
    await fetchAgain();
    await within(near(7_200_000));
    server.answer(200, {}, rss(["a"], "<ttl>120</ttl>"));
    await fetchAgain();
    await within(near(7_200_000));
    server.answer(503, { "retry-after": "10800" });
    await fetchAgain();
    await within(near(10_800_000));
    server.answer(429, { "retry-after": "999999999" });
    await fetchAgain();
    await within(near(feedLimits.feedLongestPauseMs));
  });

  it("is asked less and less while it fails, says why, and stops when it is gone", async () => {
    server.answer(200, {}, rss(["a"]));
    await follow();
    server.answer(null);
    expect(await fetchAgain()).toBe("failed");
    const first = await pause();
    expect(await fetchAgain()).toBe("failed");
    expect(await pause()).toBeGreaterThan(first + feedLimits.feedPauseMs / 2);
    server.answer(200, {}, "no feed");
    await fetchAgain();
    expect(await only()).toMatchObject({ failures: 3, lastError: "There is no feed at this address." });
    expect(await titles()).toEqual(["a"]);
    server.answer(410);
    expect(await fetchAgain()).toBe("gone");
    expect(await only()).toMatchObject({ nextFetchAt: null });
    await askSoon(bench.context, (await only()).id);
    server.answer(200, {}, rss(["a", "b"]));
    await fetchAgain();
    expect(await only()).toMatchObject({ failures: 0, lastError: null });
  });

  it("keeps the new address of a feed that moved for good, and the old one otherwise", async () => {
    const other = await bench.receive();
    server.answer(200, {}, rss(["a"]));
    other.answer(200, {}, rss(["b"]));
    await follow();
    server.answer(302, { location: other.url("/x") });
    await fetchAgain();
    expect(await only()).toMatchObject({ url: server.url("/feed") });
    server.answer(301, { location: other.url("/x") });
    other.answer(200, {}, rss(["b", "c"]));
    await fetchAgain();
    expect(await only()).toMatchObject({ url: other.url("/x") });
    expect(await titles()).toHaveLength(3);
  });

  it("keeps so many entries, the newest, none of the future, each cut", async () => {
    const item = (name: string, date: string) =>
      `<item><guid>${name}</guid><pubDate>${date}</pubDate><description>${"x".repeat(foreignLimits.feedEntryLength + 9)}</description></item>`;
    const many = Array.from({ length: feedLimits.feedEntries + 5 }, (_, n) =>
      item(`n${n}`, new Date(1e12 + n * 1e6).toUTCString()),
    );
    server.answer(
      200,
      {},
      `<rss><channel>${many.slice(0, 20).join("")}${item("late", "Mon, 01 Jan 2390 00:00:00 GMT")}</channel></rss>`,
    );
    await follow();
    const [newest] = await readFeedEntries(db(), { limit: 1 });
    expect(newest?.html).toHaveLength(foreignLimits.feedEntryLength);
    expect(newest?.sortTime).toBe(Math.floor(bench.context.clock.now() / 1_000));
    const all = Array.from(
      { length: feedLimits.feedEntries + 5 },
      (_, n) =>
        `<item><guid>s${n}</guid><pubDate>${new Date(1.2e12 + n * 1e6).toUTCString()}</pubDate></item>`,
    );
    server.answer(200, {}, `<rss><channel>${all.join("")}</channel></rss>`);
    await fetchAgain();
    const kept = await readFeedEntries(db(), { limit: 999 });
    expect(kept).toHaveLength(feedLimits.feedEntries);
    expect(kept.at(-1)?.sortTime).toBeGreaterThan(1.2e9);
  });

  it("works on what is due by the queue, one at a time for a host, and leaves the rest asleep", async () => {
    server.answer(200, {}, rss(["a"]));
    const now = bench.context.clock.now();
    const add = (path: string, createdAt: number) =>
      bench.context.store.transaction((tx) =>
        insertFeed(tx, { url: server.url(path), title: path, siteUrl: null, folder: null, createdAt }),
      );
    await add("/1", now);
    await add("/2", now);
    await add("/later", now + 1_000);
    let busy = 0;
    const queue = createFeedQueue({
      context: bench.context,
      pollMs: 10,
      async work(feed, signal) {
        busy += 1;
        expect(busy).toBe(1);
        await fetchFeed(bench.context, feed, signal);
        busy -= 1;
      },
    });
    queue.start();
    await queue.settled();
    await queue.stop();
    expect(server.posted.map(({ path }) => path).sort()).toEqual(["/1", "/2"]);
  });

  it("reads OPML and writes it, and takes each feed once", async () => {
    const opml = `<opml version="1.0"><body><outline text="News"><outline text="A &amp; B" xmlUrl="https://a.example/feed" htmlUrl="https://a.example/"/></outline>
      <outline title="C" xmlurl="http://c.example/rss"/><outline text="bad" xmlUrl="ftp://d.example/"/><outline text="again" xmlUrl="https://a.example/feed"/></body></opml>`;
    const report = await importOpml(bench.context, Buffer.from(opml));
    expect(report).toEqual({ added: 2, known: 0, refused: ["ftp://d.example/"], refusedCount: 1 });
    expect(await importOpml(bench.context, Buffer.from(opml))).toMatchObject({ added: 0, known: 2 });
    const written = await exportOpml(bench.context);
    expect(parseOpml(Buffer.from(written))).toEqual([
      { url: "https://a.example/feed", title: "A & B", siteUrl: "https://a.example/", folder: "News" },
      { url: "https://c.example/rss", title: "C", siteUrl: null, folder: null },
    ]);
    await expect(importOpml(bench.context, Buffer.from("<rss/>"))).rejects.toEqual(code("VALIDATION_FAILED"));
    const large = Buffer.alloc(feedLimits.opmlBytes + 1, " ");
    await expect(importOpml(bench.context, large)).rejects.toEqual(code("TOO_LARGE"));
    const outline = (n: number) => `<outline text="f" xmlUrl="https://f${n}.example/"/>`;
    const many = (count: number) =>
      `<opml>${Array.from({ length: count }, (_, n) => outline(n)).join("")}</opml>`;
    expect(parseOpml(Buffer.from(many(foreignLimits.opmlFeeds + 1)))).toHaveLength(foreignLimits.opmlFeeds);
    expect(await importOpml(bench.context, Buffer.from(many(feedLimits.feeds + 1)))).toMatchObject({
      refusedCount: 3,
    });
    server.answer(200, {}, rss(["a"]));
    await expect(follow()).rejects.toEqual(code("TOO_MANY"));
  });
});

describe("the address of a feed", () => {
  test.each([
    ["example.org/feed", "https://example.org/feed"],
    ["http://example.org/", "https://example.org/"],
    ["feed://example.org/x", "https://example.org/x"],
    ["feed:https://example.org/x#y", "https://example.org/x"],
    ["example.org:8443/x", "https://example.org:8443/x"],
    ["ftp://example.org/", null],
    ["https://a:b@example.org/", null],
    ["javascript:alert(1)", null],
    ["", null],
  ])("%j is asked at %j", (written, address) => expect(toFeedAddress(written)).toBe(address));
});
