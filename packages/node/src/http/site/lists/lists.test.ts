import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpNode, openHttpNode } from "../../../../test/support/http-node.ts";
import { limits } from "../../../domain/limits.ts";
import { presentPublication } from "../../../domain/publications/present.ts";
import { readYears } from "../../../domain/publications/public-posts.ts";
import { indexComment } from "../../../domain/search/index-documents.ts";
import { destroyPublication } from "../../../domain/trash/destroy.ts";

let node: HttpNode;
beforeAll(async () => {
  node = await openHttpNode({ title: "Ada" });
  await node.publish("# On salt\n\nThe harbour smelled of #salt and rope.", { slug: "salt" });
  await node.publish("A short note, this site only. #salt #海边", { state: "local" });
  await node.publish("# Hidden\n\nNobody reads this #salt #reads", { state: "draft" });
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
});

const get = (url: string, headers: Record<string, string> = {}) => node.app.inject({ url, headers });

describe("a tag's page", () => {
  test("has the posts with it, and no draft", async () => {
    const { statusCode, body } = await get("/tags/salt");
    expect(statusCode).toBe(200);
    expect(body).toContain('<h1 class="column">#salt</h1>');
    expect(body.match(/<article/g)).toHaveLength(2);
    expect(body).not.toContain("Hidden");
    expect(body).toContain('href="/tags/salt/feed.xml"');
  });

  test.each(["/tags/%E6%B5%B7%E8%BE%B9", "/tags/SALT"])("is found however it is written: %s", async (url) => {
    expect((await get(url)).body).toContain("<article");
  });

  test("that only a page of the site has says so", async () => {
    const { id } = await node.publish("# Contact\n\nAsk for #rope.", { state: "local" });
    await presentPublication(node.ctx, id, { isPage: true });
    const { statusCode, body } = await get("/tags/rope");
    expect(statusCode).toBe(200);
    expect(body).toContain("No posts have this tag.");
    await destroyPublication(node.ctx, id);
    expect((await get("/tags/rope")).statusCode).toBe(410);
  });

  // A stranger's words must not become the headline of a page that caches keep.
  test.each([
    ["that no post has", "nothing"],
    ["that a draft alone has", "reads"],
    ["that is a sentence", "Send%20ETH%20to%200x1234"],
    ["with blanks", "s%20alt"],
    ["with a blank before it", "%20salt"],
    ["with its sign", "%23salt"],
    ["with punctuation", "salt!"],
    ["with a character that is not seen", "salt%E2%80%8B"],
    ["with a change of direction", "%E2%80%AEsalt"],
    ["with a line break", "salt%0A"],
    ["with markup", "%3Cb%3Esalt"],
    ["that is too long", "x".repeat(limits.tagLength + 1)],
  ])("%s is nowhere, and has no feed", async (_what, tag) => {
    for (const path of ["", "/feed.xml", "/atom.xml", "/feed.json"]) {
      const { statusCode, headers } = await get(`/tags/${tag}${path}`);
      expect([path, statusCode, headers["cache-control"]]).toEqual([path, 404, "no-store"]);
    }
  });

  test.each([
    "/tags/salt?after=nonsense",
    "/followers?after=x",
    "/search?q=a&after=x",
    "/archive?page=0",
    "/archive?page=9",
  ])("%s is nowhere", async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });
});

test("the list of tags has those of posts that readers see, with how many there are", async () => {
  const { body, statusCode } = await get("/tags");
  expect(statusCode).toBe(200);
  const tags = [
    ...body.matchAll(/<a href="(\/tags\/[^"]+)"><bdi>([^<]+)<\/bdi><\/a> <span class="quiet">([^<]+)/g),
  ];
  expect(tags.map(([, ...parts]) => parts)).toEqual([
    ["/tags/salt", "#salt", "2 posts"],
    ["/tags/%E6%B5%B7%E8%BE%B9", "#海边", "1 post"],
  ]);
  expect((await get("/tags?after=x%00")).statusCode).toBe(404);
  expect((await get("/tags?after=%E6%B5%B7%E8%BE%B9")).headers.location).toMatch(/\/tags$/);
});

test("titles have the marks of their language in the archive, beside a post, and on its page", async () => {
  await using marked = await openHttpNode();
  const first = await marked.publish(
    `# The "lighthouse's" keeper\n\nHe lives in the tower and looks at the sea.`,
  );
  const second = await marked.publish("# Second\n\nThe other one lives in the village and is asleep.");
  for (const url of ["/archive", `/publications/${first.id}`, `/publications/${second.id}`])
    expect([url, (await marked.app.inject({ url })).body]).toEqual([
      url,
      expect.stringContaining("The “lighthouse’s” keeper"),
    ]);
});

test("the archive leads to each year, and knows how many posts are before it", async () => {
  await using old = await openHttpNode({ title: "Ada" });
  for (const [n, date] of ["2014-06-01", "2014-01-01", "2012-12-31", "2012-02-03", "1969-07-20"].entries())
    await old.publish(`# Post ${n}`, { state: "local", writtenAt: Date.parse(date) });
  const { body } = await old.app.inject({ url: "/archive" });
  const links = [...body.matchAll(/<li><a href="([^"]+)">(\d+)</g)].map(([, url, year]) => [url, year]);
  const years = ["2014", "2012", "1969"];
  expect(links).toEqual(years.map((year) => [`/archive#year-${year}`, year]));
  for (const year of years) expect(body.match(new RegExp(`id="year-${year}"`, "g"))).toHaveLength(1);
  expect((await readYears(old.ctx)).map(({ newer }) => newer)).toEqual([0, 2, 4]);
});

test("the archive has everything by its month", async () => {
  const { body } = await get("/archive");
  expect(body).toContain("On salt");
  expect(body).toContain("A short note, this site only.");
  expect(body).not.toContain("Hidden");
});

describe("a search", () => {
  test("finds what readers see, and marks it", async () => {
    const { body } = await get("/search?q=harbour");
    expect(body).toContain("<mark>harbour</mark>");
    expect(body).toContain('href="/slug/salt"');
    expect(body).toContain('content="noindex"');
    expect((await get("/search?q=Nobody")).body).not.toContain("<article");
    // Its words are in the field and in what says that nothing was found.
    const nothing = (await get("/search?q=Send+ETH+to+0x1234")).body;
    expect(nothing).toContain("<title>Search · Ada</title>");
    expect(nothing).toContain('<h1 class="column">Search</h1>');
  });

  test("of which nothing is found suggests a similar word, and what else can be done", async () => {
    const body = async (q: string) => (await get(`/search?q=${encodeURIComponent(q)}`)).body;
    expect(await body("harbor")).toContain(
      'Did you mean: <a href="/search?q=harbour"><bdi>harbour</bdi></a>',
    );
    expect(await body("zebra")).not.toContain("Check the spelling, or try other words.");
    expect(await body("zebra lion")).toContain("Check the spelling, or try other words.");
    expect(await body("salt before:lunch")).toContain("before:lunch is not a date");
    expect(await body("title:salt")).toContain("title: is not an operator");
    expect(await body("salt")).toContain('<details class="search-help">');
    expect(await body("")).toContain('<details class="search-help" open="">');
  });

  test("names the post that a comment is on", async () => {
    const { id } = await node.publish("A post without a heading", { state: "local" });
    const comment = {
      publicationId: id,
      body: "So many gulls",
      authType: "IMPORTED",
      authorName: "Bea",
    } as const;
    await node.ctx.store.transaction((tx) =>
      indexComment(tx, node.address, { ...comment, id: 1, state: "published", authorId: "", createdAt: 0 }),
    );
    const { body } = await get("/search?q=gull");
    expect(body).toMatch(/in a comment by Bea[\s\S]*<h2[^>]*><a href="[^"]+">A post without a heading</);
    await destroyPublication(node.ctx, id);
  });

  test.each(["", '"', "<script>alert(1)</script>", "' OR 1=1 --", "*", "a".repeat(5_000)])(
    "for %j is no error, and runs nothing",
    async (query) => {
      const { statusCode, body } = await get(`/search?q=${encodeURIComponent(query)}`);
      expect(statusCode).toBe(200);
      expect(body).not.toContain("<script>alert");
    },
  );
});

test.each([
  ["/followers", "No followers yet."],
  ["/following", "follow anyone yet."],
])("%s says that nobody is there", async (url, words) => {
  const { statusCode, body } = await get(url);
  expect(statusCode).toBe(200);
  expect(body).toContain(words);
});

test("robots are told where the sitemap is, and it names every page", async () => {
  const robots = (await get("/robots.txt")).body;
  expect(robots).toContain("Sitemap: https://ada.example/sitemap.xml");
  expect(robots).toContain("Disallow: /console");
  const { headers, body } = await get("/sitemap.xml");
  expect(headers["content-type"]).toBe("application/xml; charset=utf-8");
  expect(body.match(/<loc>/g)).toHaveLength(3);
  expect(body).toContain("<loc>https://ada.example/slug/salt</loc>");
});

test("before installation there are no lists", async () => {
  await using empty = await openHttpNode({ install: false });
  for (const url of ["/archive", "/tags/a", "/feed.xml", "/feed", "/sitemap.xml"]) {
    expect([url, (await empty.app.inject({ url })).statusCode]).toEqual([url, 404]);
  }
  expect((await empty.app.inject({ url: "/robots.txt" })).statusCode).toBe(200);
});
