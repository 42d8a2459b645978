import { expect, test } from "vitest";
import { openHttpNode } from "../../../../test/support/http-node.ts";
import { updateSettings } from "../../../domain/settings/settings.ts";

test("the site's worker is one script, is known again, and is a newer one when the offline page is", async () => {
  await using node = await openHttpNode();
  const get = (url: string, headers = {}) => node.app.inject({ url, headers });
  const { statusCode, headers, body } = await get("/worker.js");
  expect([statusCode, headers["content-type"]]).toEqual([200, "text/javascript; charset=utf-8"]);
  expect(headers["content-security-policy"]).toContain("default-src 'none'; script-src 'self'");
  // A worker that is no module can import nothing: it would not start.
  expect(body).not.toMatch(/\bimport\b\s*["{*(]/);
  expect(body).toMatch(/^globalThis\.freeholdSite=\{"version":"[0-9a-f]{12}"/);
  expect((await get("/worker.js", { "if-none-match": String(headers.etag) })).statusCode).toBe(304);
  expect((await get("/worker.js", { "accept-language": "zh" })).body).toContain("刷新");
  await updateSettings(node.ctx, { accentHue: "200" });
  expect((await get("/worker.js")).body.slice(0, 60)).not.toBe(body.slice(0, 60));
});

test("search engines don't index the offline page, and a node without an owner has neither page nor worker", async () => {
  await using node = await openHttpNode();
  const page = await node.app.inject({ url: "/offline" });
  expect(page.body).toContain('<meta name="robots" content="noindex"/>');
  expect(page.body).toContain('data-saved="[]"');
  await using empty = await openHttpNode({ install: false });
  for (const url of ["/offline", "/worker.js"])
    expect([url, (await empty.app.inject({ url })).statusCode]).toEqual([url, 404]);
});
