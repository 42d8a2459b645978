import { expect, it } from "vitest";
import type { ImportedPost } from "../../../import/src/source.ts";
import { presentPublication } from "../../src/domain/publications/present.ts";
import { signNextImported } from "../../src/domain/publications/signing/sign-imported.ts";
import { addVersionLink } from "../../src/domain/publications/texts/new-version.ts";
import { updatePublication } from "../../src/domain/publications/update.ts";
import { updateSettings } from "../../src/domain/settings/settings.ts";
import { importPosts } from "../../src/modules/export/import/import-posts.ts";
import { ImportRun } from "../../src/modules/export/import/import-run.ts";
import { forEachDatabase } from "../support/databases.ts";
import { type HttpNode, openHttpNode } from "../support/http-node.ts";

const dayMs = 86_400_000;
const begin = Date.UTC(2009, 2, 5, 8);
const posts = 200;
/** 200 posts from March 2009 to December 2024, the oldest with the lowest number. */
const writtenAt = (number: number) => begin + number * 29 * dayMs;

function postOf(number: number): ImportedPost {
  return {
    key: `post ${number}`,
    title: `Post ${number}`,
    markdown: `Words ${number}. #sea`,
    slug: `post-${number}`,
    writtenAt: writtenAt(number),
    visibility: { public: true, because: "feed" },
    isPage: false,
    tags: [],
    language: null,
    excerpt: null,
    cover: null,
    oldPaths: [],
    files: [],
    notes: [],
    balance: { words: 2, missing: 0, missingCode: 0, examples: [] },
  };
}

/** The feeds of a path: each item's id and dates, newest first. */
async function readFeeds({ app }: HttpNode, path = "") {
  const get = async (file: string) => {
    const { statusCode, body } = await app.inject(`${path}/${file}`);
    expect([file, statusCode]).toEqual([file, 200]);
    return body;
  };
  const rss = await get("feed.xml");
  const atom = await get("atom.xml");
  const json = JSON.parse(await get("feed.json")) as {
    items: { id: string; date_published: string; date_modified?: string }[];
  };
  const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => found);
  return {
    rss: all(rss, /<guid isPermaLink="false">([^<]+)</g),
    pubDates: all(rss, /<pubDate>([^<]+)</g).map((date) => new Date(date).toISOString()),
    atom: all(atom, /<entry>\s*<id>([^<]+)</g),
    published: all(atom, /<published>([^<]+)</g),
    updated: all(atom, /<updated>([^<]+)</g).slice(1),
    json: json.items.map(({ id }) => id),
    datesOfJson: json.items.map(({ date_published: date }) => date),
  };
}

forEachDatabase((_name, _open, fresh) => {
  const openNode = async (resources: AsyncDisposableStack) => {
    const { databaseUrl } = await fresh();
    return resources.use(
      await openHttpNode(databaseUrl === null ? {} : { settings: { DATABASE_URL: databaseUrl } }),
    );
  };

  it("200 imported posts keep their years and feed ids when they are signed", async () => {
    await using resources = new AsyncDisposableStack();
    const node = await openNode(resources);
    const { app, ctx } = node;
    const run = new ImportRun({ ...ctx, peers: null as never }, node.address, "wordpress", {});
    const source = {
      format: "wordpress" as const,
      count: posts,
      authors: async () => [],
      // In any order, as exports have them.
      async *entries() {
        for (let index = 0; index < posts; index += 1) yield postOf((index * 7) % posts);
      },
    };
    await importPosts(run, source, {});
    expect(run.report.taken.posts).toBe(posts);
    const before = { all: await readFeeds(node), tag: await readFeeds(node, "/tags/sea") };
    const html = async (url: string) => (await app.inject(url)).body;
    const archive = await html("/archive");
    const neighbours = async () =>
      (await html("/slug/post-100")).match(/<nav class="neighbours.*?<\/nav>/s)?.[0];
    const around = await neighbours();
    expect(around).toMatch(/post-99.*post-101|post-101.*post-99/s);

    let signed = 0;
    for (let next = 1; next > 0; signed += next)
      next = await signNextImported(ctx, node, { announce: false });
    expect(signed).toBe(posts);

    const after = { all: await readFeeds(node), tag: await readFeeds(node, "/tags/sea") };
    expect(after).toEqual(before);
    for (const { rss, atom, json, pubDates, published, updated, datesOfJson } of Object.values(after)) {
      expect(rss.length).toBeGreaterThan(10);
      expect([atom, json]).toEqual([rss, rss]);
      const dates = rss.map((_, index) => new Date(writtenAt(posts - 1 - index)).toISOString());
      expect([pubDates, published, updated, datesOfJson]).toEqual([dates, dates, dates, dates]);
    }
    const years = new Set<string>();
    for (let page = 1; (await app.inject(`/?page=${page}`)).statusCode === 200; page += 1) {
      const body = await html(`/?page=${page}`);
      for (const [, year = ""] of body.matchAll(/<h2 class="margin">(\d{4})<\/h2>/g)) years.add(year);
    }
    expect([...years]).toEqual(Array.from({ length: 16 }, (_, index) => String(2024 - index)));
    const months = (text: string) =>
      [...text.matchAll(/<h2 class="margin">([^<]+)</g)].map(([, month]) => month);
    expect(months(await html("/archive"))).toEqual(months(archive));
    expect(months(archive)[0]).toBe("December 2024");
    expect(await neighbours()).toBe(around);

    const page = await html("/slug/post-0");
    expect(page).toContain(
      '"datePublished":"2009-03-05T08:00:00.000Z","dateModified":"2009-03-05T08:00:00.000Z"',
    );
    expect(page).toContain('<meta property="article:published_time" content="2009-03-05T08:00:00.000Z"/>');
    expect(page).toMatch(/>5 March 2009<\/time>, <time datetime="[^"]+">signed \d+ \w+ 20(?!09)\d\d<\/time>/);
    const sitemap = await html("/sitemap.xml");
    expect(sitemap).toContain(
      "<loc>https://ada.example/slug/post-0</loc><lastmod>2009-03-05T08:00:00.000Z</lastmod>",
    );
    // The index of the protocol is by signing.
    const index = JSON.parse((await app.inject("/ewp/publications")).body) as {
      data: { timestamp: number }[];
    };
    expect(index.data.every(({ timestamp }) => timestamp * 1000 > Date.UTC(2025, 0))).toBe(true);
  }, 120_000);

  it("a post has one feed id through its life, a date that stays, and a date of change that is true", async () => {
    await using resources = new AsyncDisposableStack();
    const node = await openNode(resources);
    const { ctx } = node;
    const text = "# Life\n\nOne.";
    const draft = await node.publish(text, { state: "draft", slug: "life" });
    expect((await readFeeds(node)).rss).toEqual([]);
    await updatePublication(ctx, draft.id, { state: "local" });
    const later = await node.publish("# Later", { state: "local", slug: "later" });
    const first = await readFeeds(node);
    const [, date] = first.published;
    expect(first.updated).toEqual(first.published);

    await updatePublication(ctx, draft.id, { body: "# Life\n\nTwo." });
    await updatePublication(ctx, draft.id, { slug: "my-life" });
    const edited = await readFeeds(node);
    expect([edited.rss, edited.atom, edited.json]).toEqual([first.rss, first.rss, first.rss]);
    expect(edited.published).toEqual(first.published);
    expect(Date.parse(edited.updated[1] ?? "")).toBeGreaterThan(Date.parse(date ?? ""));

    // What changes nothing is no change.
    await updatePublication(ctx, draft.id, { body: "# Life\n\nTwo.", slug: "my-life", description: null });
    await presentPublication(ctx, draft.id, {});
    await presentPublication(ctx, draft.id, { excerpt: " ", cover: null, isPage: false });
    expect(await readFeeds(node)).toEqual(edited);

    const signed = await signHere(node, draft.id);
    expect(await readFeeds(node)).toEqual(edited);

    const body = await addVersionLink(ctx, "# Life\n\nThree.", signed);
    const corrected = await node.publish(body);
    const found = await readFeeds(node);
    expect([found.rss, found.published]).toEqual([first.rss, first.published]);
    expect(found.updated[1]).toBe(new Date((corrected.timestamp ?? 0) * 1000).toISOString());
    const page = (await node.app.inject(`/publications/${corrected.id}`)).body;
    expect(page).toMatch(/<time class="dt-updated" datetime="[^"]+">corrected /);
    expect(page).toContain(`"datePublished":"${date}","dateModified":"${found.updated[1]}"`);
    expect(page).toContain(`<meta property="article:modified_time" content="${found.updated[1]}"/>`);
    expect((await node.app.inject("/sitemap.xml")).body).toContain(`<lastmod>${found.updated[1]}</lastmod>`);

    await updatePublication(ctx, later.id, { state: "draft" });
    await updatePublication(ctx, later.id, { state: "local" });
    expect((await readFeeds(node)).rss).toEqual(first.rss);
  });

  it("the site shows the days of its zone, from the next read on", async () => {
    await using resources = new AsyncDisposableStack();
    const node = await openNode(resources);
    const at = Date.UTC(2025, 11, 31, 16, 8);
    await node.publish("# New year\n\nAt midnight.", { state: "local", slug: "new-year", writtenAt: at });
    const html = async (url: string) => (await node.app.inject(url)).body;
    expect(await html("/slug/new-year")).toContain(">31 December 2025<");
    expect(await html("/archive")).toContain("December 2025");
    await updateSettings(ctx(node), { timeZone: "Asia/Shanghai" });
    const page = await html("/slug/new-year");
    expect(page).toContain(
      '<time class="dt-published" datetime="2025-12-31T16:08:00.000Z">1 January 2026</time>',
    );
    expect(await html("/archive")).toContain('<h2 class="margin">January 2026</h2>');
    expect(await html("/")).toMatch(/1 January 2026/);
    await expect(updateSettings(ctx(node), { timeZone: "+08:00" })).rejects.toThrow("timeZone must");
    expect(await html("/slug/new-year")).toBe(page);
  });

  it("dates before 1970 are on the site as all others", async () => {
    await using resources = new AsyncDisposableStack();
    const node = await openNode(resources);
    for (const [slug, date] of [
      ["moon", "1969-07-20T20:17:00.000Z"],
      ["crown", "0800-12-25T00:00:00.000Z"],
      ["now", "2020-01-01T00:00:00.000Z"],
      ["epoch", "1969-12-31T23:59:59.500Z"],
    ] as const)
      await node.publish(`# ${slug}\n\n#old`, { state: "local", slug, writtenAt: Date.parse(date) });
    const order = ["now", "epoch", "moon", "crown"];
    const slugs = async (url: string) => [
      ...new Set([...(await node.app.inject(url)).body.matchAll(/\/slug\/(\w+)"/g)].map(([, slug]) => slug)),
    ];
    expect(await slugs("/archive")).toEqual(order);
    expect(await slugs("/")).toEqual(order);
    expect(await slugs("/tags/old")).toEqual(order);
    const { pubDates, published, datesOfJson } = await readFeeds(node);
    expect(published).toEqual([
      "2020-01-01T00:00:00.000Z",
      "1969-12-31T23:59:59.500Z",
      "1969-07-20T20:17:00.000Z",
      "0800-12-25T00:00:00.000Z",
    ]);
    expect(datesOfJson).toEqual(published);
    expect(pubDates[2]).toBe(published[2]);
    expect((await node.app.inject("/sitemap.xml")).body).toContain(
      "<lastmod>1969-07-20T20:17:00.000Z</lastmod>",
    );
    expect((await node.app.inject("/archive")).body).toContain("July 1969");
    const client = { kind: "client", tokenId: "" } as const;
    const { readTimelinePage } = await import("../../src/domain/publications/timeline.ts");
    const seen: number[] = [];
    for (let after: string | null = null, more = true; more; ) {
      const page = await readTimelinePage(node.ctx, { first: 1, after, caller: client });
      seen.push(...page.items.map(({ id }) => id));
      [after, more] = [page.endCursor, page.hasNextPage];
    }
    expect(seen).toEqual([3, 4, 1, 2]);
  });
});

const ctx = (node: HttpNode) => node.ctx;

async function signHere(node: HttpNode, id: number) {
  const { prepareSignature } = await import("../../src/domain/publications/signing/prepare-signatures.ts");
  const { signPublication } = await import("../../src/domain/publications/signing/sign.ts");
  const meaning = await prepareSignature(node.ctx, id);
  return (await signPublication(node.ctx, id, node.sign("StatementOfSource", meaning))).publication;
}
