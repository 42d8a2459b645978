import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpNode, openHttpNode } from "../../../../test/support/http-node.ts";
import { soundBytes } from "../../../../test/support/media-bytes.ts";
import { updateSettings } from "../../../domain/settings/settings.ts";
import { findOwnProfile } from "../../../store/peers/profiles.ts";

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
    ["/feed.xml", "application/xml; charset=utf-8"],
    ["/atom.xml", "application/xml; charset=utf-8"],
    ["/feed.json", "application/feed+json; charset=utf-8"],
    ["/tags/salt/feed.xml", "application/xml; charset=utf-8"],
  ])("%s has whole posts, no draft, and is known again", async (url, mediaType) => {
    const { statusCode, headers, body } = await get(url);
    expect([statusCode, headers["content-type"]]).toEqual([200, mediaType]);
    expect(body).toContain("https://ada.example/ewp/contents/0x12");
    expect(body).toContain("https://ada.example/slug/salt");
    expect(body).not.toContain("Hidden");
    expect(body).not.toMatch(/(?:<|&lt;)h1/);
    expect(body).not.toContain("\u0007");
    expect((await get(url, { "if-none-match": String(headers.etag) })).statusCode).toBe(304);
  });

  test("the description of a channel is escaped once, and an empty summary is left out", async () => {
    const about = "About &lt;i&gt;salt&lt;/i&gt;";
    expect((await get("/feed.xml")).body).toContain(`<description>${about}</description>`);
    await using pictures = await openHttpNode();
    await pictures.publish("![](/ewp/contents/0x12)");
    const { body } = await pictures.app.inject({ url: "/atom.xml" });
    expect(body).toContain("<entry>");
    expect(body).not.toContain("<summary>");
  });

  test.each(["/feed.xml", "/atom.xml"])(
    "%s has a page for browsers, with its address and its posts",
    async (url) => {
      const { body, headers } = await get(url);
      const [, path = ""] = /<\?xml-stylesheet type="text\/css" href="([^"]+)"\?>/.exec(body) ?? [];
      const stylesheet = await get(path);
      expect([stylesheet.statusCode, stylesheet.headers["content-type"]]).toEqual([
        200,
        "text/css; charset=utf-8",
      ]);
      expect(headers["content-security-policy"]).toContain("style-src 'self'");
      expect(body).toContain(`value="https://ada.example${url}"`);
      expect(body).toContain('<x:a href="https://ada.example/slug/salt">');
    },
  );

  test("JSON Feed is JSON, with a file as an attachment", async () => {
    const feed = JSON.parse((await get("/feed.json")).body);
    expect(feed).toMatchObject({ title: `Ada & "Co" ]]> <b>`, home_page_url: "https://ada.example/" });
    expect(feed.items).toHaveLength(2);
  });

  test("hashtags are what each format has for them", async () => {
    await using tagged = await openHttpNode();
    await tagged.publish("# Salt\n\nOf the #Sea & of #盐.", { slug: "salt" });
    const read = async (file: string) => (await tagged.app.inject({ url: `/${file}` })).body;
    expect(JSON.parse(await read("feed.json")).items[0].tags).toEqual(["sea", "盐"]);
    expect(await read("feed.xml")).toContain("<category>sea</category><category>盐</category>");
    expect(await read("atom.xml")).toContain('<category term="sea"/><category term="盐"/>');
  });

  test("a feed without posts has the date of the owner's profile", async () => {
    await using empty = await openHttpNode();
    const { body: atom } = await empty.app.inject({ url: "/atom.xml" });
    const { body: rss } = await empty.app.inject({ url: "/feed.xml" });
    const { body: sitemap } = await empty.app.inject({ url: "/sitemap.xml" });
    const since = new Date(((await findOwnProfile(empty.ctx.store.db))?.updatedAt ?? 0) * 1000);
    expect(since.getUTCFullYear()).toBeGreaterThan(2025);
    expect(atom).toContain(`<updated>${since.toISOString()}</updated>`);
    expect(rss).toContain(`<lastBuildDate>${since.toUTCString()}</lastBuildDate>`);
    expect(sitemap).toContain(`<lastmod>${since.toISOString().slice(0, 10)}`);
  });

  test("pictures and files that are not signed have addresses that answer; sounds and videos are links", async () => {
    await using site = await openHttpNode();
    const colour = { width: 8, height: 6, channels: 3, background: "#88a06b" } as const;
    const picture = await sharp({ create: colour }).png().toBuffer();
    const files = [
      await site.publish(picture, { filename: "sea.png", state: "local" }),
      await site.publish(Buffer.from("%PDF-1.7\n"), { filename: "paper.pdf", state: "local" }),
      await site.publish(soundBytes(1), { filename: "rain.wav", state: "local" }),
      await site.publish(soundBytes(2), { filename: "draft.wav", state: "draft" }),
    ];
    const [sea, paper, rain, draft] = files.map(({ contentHash }) => `/ewp/contents/${contentHash}`);
    await site.publish(`![Sea](${sea}) and [paper](${paper})\n\n[Rain](${rain})\n\n[Draft](${draft})`, {
      state: "local",
    });
    const feed = JSON.parse((await site.app.inject({ url: "/feed.json" })).body);
    const content: string = feed.items.map((item: { content_html: string }) => item.content_html).join("");
    const shown = [...content.matchAll(/(?:src|href)="https:\/\/ada\.example(\/publications\/\d+\/file)"/g)];
    const paths = [...new Set(shown.map(([, path]) => path))];
    expect(paths).toEqual(files.slice(0, 3).map(({ id }) => `/publications/${id}/file`));
    for (const url of paths) expect((await site.app.inject({ url: url ?? "" })).statusCode).toBe(200);
    expect(content).not.toMatch(/<audio|<video/);
    expect(content).not.toContain(`/publications/${files[3]?.id}`);
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
