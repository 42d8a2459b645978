import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpNode, openHttpNode } from "../../../../test/support/http-node.ts";
import { limits } from "../../../domain/limits.ts";
import { presentPublication } from "../../../domain/publications/present.ts";
import { destroyPublication } from "../../../domain/trash/destroy.ts";

let node: HttpNode;
beforeAll(async () => {
  node = await openHttpNode({ title: "Ada" });
  await node.publish("# On salt\n\nThe harbour smelled of #salt and rope.", { slug: "salt" });
  await node.publish("A short note, only here. #salt #海边", { state: "local" });
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

test("the archive has everything by its month", async () => {
  const { body } = await get("/archive");
  expect(body).toContain("On salt");
  expect(body).toContain("A short note, only here.");
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
  ["/followers", "Nobody follows this node yet."],
  ["/following", "This node follows nobody yet."],
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
