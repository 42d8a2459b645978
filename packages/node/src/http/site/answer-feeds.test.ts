import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";
import { updateSettings } from "../../domain/settings/update-settings.ts";

let node: HttpNode;
beforeAll(async () => {
  node = await openHttpNode({ title: `Ada & "Co" ]]> <b>`, description: "About <i>salt</i>" });
  await node.publish(
    "# On ]]> & <script>alert(1)</script>\n\nText with ![sea](/ewp/contents/0x12) and #salt ]]>\u0007.",
    {
      slug: "salt",
    },
  );
  await node.publish(new Uint8Array([1, 2, 3]), { filename: `a"b&c.bin`, description: "bytes" });
  await node.publish("# Hidden\n\n#salt", { state: "draft" });
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
});

const get = (url: string, headers: Record<string, string> = {}) => node.app.inject({ url, headers });

describe("feeds", () => {
  test.each([
    ["/feed.xml", "application/rss+xml; charset=utf-8"],
    ["/atom.xml", "application/atom+xml; charset=utf-8"],
    ["/feed.json", "application/feed+json; charset=utf-8"],
    ["/tags/salt/feed.xml", "application/rss+xml; charset=utf-8"],
  ])("%s has whole posts, no draft, and is known again", async (url, mediaType) => {
    const { statusCode, headers, body } = await get(url);
    expect([statusCode, headers["content-type"]]).toEqual([200, mediaType]);
    expect(body).toContain("https://ada.example/ewp/contents/0x12");
    expect(body).toContain("https://ada.example/slug/salt");
    expect(body).not.toContain("Hidden");
    expect(body).not.toContain("\u0007");
    expect((await get(url, { "if-none-match": String(headers.etag) })).statusCode).toBe(304);
  });

  test("JSON Feed is JSON, with a file as an attachment", async () => {
    const feed = JSON.parse((await get("/feed.json")).body);
    expect(feed).toMatchObject({ title: `Ada & "Co" ]]> <b>`, home_page_url: "https://ada.example/" });
    expect(feed.items).toHaveLength(2);
  });

  test("a page names them", async () => {
    for (const file of ["feed.xml", "atom.xml", "feed.json"])
      expect((await get("/")).body).toContain(`href="/${file}"`);
  });

  test("an owner who has none has none", async () => {
    await updateSettings(node.ctx, { enableRss: false });
    expect((await get("/feed.xml")).statusCode).toBe(404);
    await updateSettings(node.ctx, { enableRss: true });
    expect((await get("/feed.xml")).statusCode).toBe(200);
  });
});
