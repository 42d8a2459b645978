import { afterAll, beforeAll, expect, test } from "vitest";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";

let node: HttpNode;
let paths: string[];
beforeAll(async () => {
  node = await openHttpNode();
  const { id, slug, contentHash } = await node.publish("# Hello\n\nA public text. #harbour", {
    slug: "hello",
  });
  const local = await node.publish("this site only", { state: "local" });
  paths = [
    "/",
    "/?page=1",
    "/archive",
    "/tags/harbour",
    "/about",
    "/follow",
    "/followers",
    "/offline",
    `/slug/${slug}`,
    `/slug/${slug}.md`,
    `/publications/${id}`,
    `/publications/${local.id}/file`,
    "/feed.xml",
    "/atom.xml",
    "/feed.json",
    "/sitemap.xml",
    "/llms.txt",
    "/SKILL.md",
    "/manifest.webmanifest",
    `/ewp/contents/${contentHash}`,
    "/ewp/profile",
    "/ewp/publications",
    "/robots.txt",
  ];
});
afterAll(() => node[Symbol.asyncDispose]());

const get = (url: string, headers: Record<string, string> = {}) => node.app.inject({ url, headers });

test("a cache keeps public pages and feeds for ten seconds at most, and a browser asks each time", async () => {
  for (const url of [
    "/",
    "/slug/hello",
    "/slug/hello.md",
    "/archive",
    "/atom.xml",
    "/sitemap.xml",
    "/llms.txt",
  ]) {
    const { statusCode, headers } = await get(url);
    expect([url, statusCode, headers["cache-control"]]).toEqual([
      url,
      200,
      "public, max-age=0, must-revalidate, s-maxage=5, stale-while-revalidate=5",
    ]);
    expect(headers.etag, url).toBeDefined();
  }
});

test("what caches keep sets no cookie, and depends on no more than language, theme and encoding", async () => {
  const signedIn = { cookie: "__Host-freehold_session=somebody; freehold_session=somebody" };
  let kept = 0;
  for (const url of paths) {
    const { statusCode, headers, body } = await get(url);
    if (statusCode !== 200 || !/s-maxage=[1-9]|public/.test(headers["cache-control"] ?? "")) continue;
    kept += 1;
    expect([url, headers["set-cookie"]]).toEqual([url, undefined]);
    const vary = (headers.vary ?? "").split(", ").filter(Boolean);
    expect(["Accept-Encoding", "Accept-Language", "Cookie"], url).toEqual(expect.arrayContaining(vary));
    const owners = await get(url, signedIn);
    expect([url, owners.body]).toEqual([url, body]);
    if (!vary.includes("Cookie")) {
      const chosen = { cookie: "freehold_theme=dark; freehold_language=zh", "accept-language": "zh" };
      expect([url, (await get(url, chosen)).body]).toEqual([url, body]);
    }
  }
  expect(kept).toBeGreaterThan(15);
});

test("no cache keeps errors, drafts, the dashboard, searches, forms or answers for one reader", async () => {
  const draft = await node.publish("not yet", { state: "draft" });
  const urls = [
    "/nothing",
    `/publications/${draft.id}`,
    `/publications/${draft.id}/file`,
    `/ewp/contents/0x${"0".repeat(64)}`,
    "/console",
    "/console/posts",
    "/install",
    "/console/manifest.webmanifest",
    "/console/worker.js",
    "/search",
    "/search?q=text",
    "/verify",
    "/verify?of=x",
    "/livez",
    "/readyz",
    "/metrics",
    "/api/events",
    `/api/contents/${draft.id}`,
    "/api/probe",
  ];
  for (const url of urls) {
    const { statusCode, headers } = await get(url);
    // A cache may store an answer without the header and with one of these statuses (RFC 9110 section 15.1).
    const isKept = [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501].includes(statusCode);
    const caching = headers["cache-control"] ?? (isKept ? "is missing" : "no-store");
    expect([url, caching]).toEqual([url, expect.stringMatching(/no-store|no-cache/)]);
  }
});
