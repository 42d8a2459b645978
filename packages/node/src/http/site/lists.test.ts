import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";
import { limits } from "../../domain/limits.ts";

let node: HttpNode;
beforeAll(async () => {
  node = await openHttpNode({ title: "Ada" });
  await node.publish("# On salt\n\nThe harbour smelled of #salt and rope.", { slug: "salt" });
  await node.publish("A short note, only here. #salt #海边", { state: "local" });
  await node.publish("# Hidden\n\nNobody reads this #salt", { state: "draft" });
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

  test("without any post says so", async () => {
    const { statusCode, body } = await get("/tags/nothing");
    expect(statusCode).toBe(200);
    expect(body).toContain("No posts have this tag.");
  });

  test("that is too long for one is nowhere", async () => {
    const tag = "x".repeat(limits.tagLength);
    for (const [path, status] of [
      [tag, 200],
      [`${tag}x`, 404],
      [`${tag}x/feed.xml`, 404],
    ] as const) {
      expect((await get(`/tags/${path}`)).statusCode).toBe(status);
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
  for (const url of ["/archive", "/tags/a", "/feed.xml", "/sitemap.xml"]) {
    expect([url, (await empty.app.inject({ url })).statusCode]).toEqual([url, 404]);
  }
  expect((await empty.app.inject({ url: "/robots.txt" })).statusCode).toBe(200);
});
