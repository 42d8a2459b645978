import { Ajv } from "ajv";
import formats from "ajv-formats";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { destroyPublication } from "../src/domain/trash/destroy.ts";
import { chunk } from "./support/hostile-strings/chunk.ts";
import { hostileTexts } from "./support/hostile-strings/fill-node.ts";
import { hostileMarkup } from "./support/hostile-strings/markup.ts";
import { type HttpNode, openHttpNode } from "./support/http-node.ts";
import { readHtml } from "./support/read-html.ts";
import { findXmlProblems } from "./support/schemas/find-xml-problems.ts";
import { jsonFeedSchema } from "./support/schemas/json-feed.ts";

const isJsonFeed = formats.default(new Ajv({ allErrors: true })).compile(jsonFeedSchema);

const ordinary = [
  "# On salt",
  "Text with [a path](/about), [a neighbour](pepper?x=1&y=2), ![the sea](/ewp/contents/0x12) and a note[^1].",
  'Code stays what it is: `<a href="/x">` and ` src="/y"`. #salt',
  "[^1]: With [its own path](/notes).",
  "The last words.",
].join("\n\n");

const texts: readonly string[] = [
  ordinary,
  "# 论盐\n\n海水里有盐。 #海盐 #salt",
  ".",
  "#salt",
  "![](/a.png)",
  "# \n\n\u200b.",
  "# A ]]> & <b>title</b> \u0007\u000b\ufffe\ud800\n\nNot for XML: \u0000\u0008\uffff\udfff #salt",
];

let full: HttpNode;
let empty: HttpNode;

beforeAll(async () => {
  empty = await openHttpNode({ title: "Nobody yet" });
  full = await openHttpNode({
    title: `Ada & "Co" ]]> <b>洛夫莱斯`,
    description: "About <i>salt</i> & 海",
    avatar: `data:image/png;base64,${(await picture(64)).toString("base64")}`,
  });
  await full.publish("# Mine alone\n\n#salt", { state: "draft" });
  for (const group of chunk(hostileTexts, Math.ceil(hostileTexts.length / 12)))
    await full.publish(`# ${group[0]?.replace(/\s+/g, " ")}\n\n${group.join("\n\n")}\n\n#salt`, {
      state: "local",
    });
  for (const names of chunk(hostileMarkup, Math.ceil(hostileMarkup.length / 6))) {
    const line = names.join(" ").replace(/\s+/g, " ").slice(0, 250);
    await full.publish(new TextEncoder().encode(line), { filename: line, description: line, state: "local" });
  }
  await full.publish(await picture(80), { filename: "海.png", description: "The sea & <b>" });
  await full.publish(new Uint8Array([1, 2, 3]), {});
  for (const [index, text] of texts.entries())
    await full.publish(text, index === 0 ? { slug: "salt" } : { state: "local" });
}, 120_000);
afterAll(async () => {
  await Promise.all([full, empty].map((node) => node?.[Symbol.asyncDispose]()));
});

function picture(width: number): Promise<Buffer> {
  return sharp({ create: { width, height: width, channels: 3, background: "#246" } })
    .png()
    .toBuffer();
}

async function read({ app }: HttpNode, url: string, language = "en"): Promise<string> {
  const reply = await app.inject({ url: encodeURI(url), headers: { "accept-language": language } });
  expect([url, reply.statusCode]).toEqual([url, 200]);
  return reply.body;
}

interface Item {
  readonly url: string;
  readonly title: string;
  readonly content_html: string;
}

const itemsOf = async (path: string): Promise<Item[]> =>
  JSON.parse(await read(full, `${path}/feed.json`)).items;

describe("feeds against their specifications", () => {
  const sites = [
    ["of a full site", () => full, ["", "/tags/salt", "/tags/海盐"]],
    ["of an empty site", () => empty, [""]],
  ] as const;
  describe.each(sites)("%s", (_, site, paths) => {
    test.each(paths.flatMap((path) => ["en", "zh"].map((language) => [path, language] as const)))(
      "'%s' in '%s'",
      async (path, language) => {
        expect(await findXmlProblems(await read(site(), `${path}/feed.xml`, language), "rss")).toEqual([]);
        expect(await findXmlProblems(await read(site(), `${path}/atom.xml`, language), "atom")).toEqual([]);
        isJsonFeed(JSON.parse(await read(site(), `${path}/feed.json`, language)));
        expect(isJsonFeed.errors ?? []).toEqual([]);
      },
    );

    test("and none for a tag that no post has", async () => {
      for (const file of ["feed.xml", "atom.xml", "feed.json"])
        expect((await site().app.inject(`/tags/nobody/${file}`)).statusCode).toBe(404);
    });

    test("and its sitemap", async () => {
      expect(await findXmlProblems(await read(site(), "/sitemap.xml"), "sitemap")).toEqual([]);
    });
  });

  test.each([
    ["rss", '<rss version="2.0"><channel><title>x</title></channel></rss>'],
    ["atom", '<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title></feed>'],
    ["sitemap", '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url/></urlset>'],
    ["sitemap", "<urlset>\u0007"],
  ] as const)("what is no %s is found: %s", async (kind, xml) => {
    expect(await findXmlProblems(xml, kind)).not.toEqual([]);
  });
});

/** The texts of the elements that begin so, without the escapes of XML. */
function textsIn(xml: string, opening: string): string[] {
  const known: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
  return [...xml.matchAll(new RegExp(`${opening}([^<]*)<`, "g"))].map(([, text = ""]) =>
    text.replace(/&([a-z]+);/g, (written, name) => known[name] ?? written),
  );
}

describe("the contents of feeds", () => {
  test("every post, complete, the same in each format", async () => {
    const items = await itemsOf("");
    const { body } = await full.app.inject("/sitemap.xml");
    expect(items.length).toBe(body.split("<url>").length - 2);
    expect(items.length).toBeGreaterThan(25);
    const contents = items.map(({ content_html }) => content_html);
    expect(contents.join()).not.toContain("Mine alone");
    expect(textsIn(await read(full, "/atom.xml"), '<content type="html">')).toEqual(contents);
    expect(textsIn(await read(full, "/feed.xml"), "<content:encoded>")).toEqual(contents);
    for (const words of ["The last words.", "海水里有盐。", "Not for XML"])
      expect(contents.filter((html) => html.includes(words))).toHaveLength(1);
  });

  test("links and pictures with absolute URLs, and text unchanged", async () => {
    const items = await itemsOf("");
    const salt = items.find(({ title }) => title === "On salt");
    const elements = readHtml(salt?.content_html ?? "");
    expect(elements.flatMap(({ attributes: { href, src } }) => href ?? src ?? [])).toEqual([
      "https://ada.example/about",
      "https://ada.example/slug/pepper?x=1&y=2",
      "https://ada.example/ewp/contents/0x12",
      expect.stringMatching(/^https:\/\/ada\.example\/slug\/salt#note-\d+-1$/),
      "https://ada.example/notes",
      expect.stringMatching(/^https:\/\/ada\.example\/slug\/salt#ref-\d+-1$/),
    ]);
    expect(elements.filter(({ tag }) => tag === "code").map(({ text }) => text)).toEqual([
      '<a href="/x">',
      ' src="/y"',
    ]);
    for (const { tag, attributes } of items.flatMap(({ content_html }) => readHtml(content_html))) {
      for (const name of ["href", "src", "srcset", "poster"].filter((one) => one in attributes))
        expect([tag, name, attributes[name]]).toEqual([
          tag,
          name,
          expect.stringMatching(/^(https?:\/\/|mailto:)/),
        ]);
    }
  });

  test("a post's anchors are those of its page", async () => {
    const [salt] = (await itemsOf("")).filter(({ title }) => title === "On salt");
    const anchors = readHtml(salt?.content_html ?? "").flatMap(
      ({ attributes }) => attributes.href?.match(/(?<=#)(note|ref)-.*/)?.[0] ?? [],
    );
    const ids = readHtml(await read(full, "/slug/salt")).map(({ attributes }) => attributes.id);
    expect(anchors).toHaveLength(2);
    for (const anchor of anchors) expect(ids).toContain(anchor);
  });

  const documents = ["/feed.xml", "/atom.xml", "/feed.json"].flatMap((file) => [file, `/tags/salt${file}`]);
  test.each([...documents, "/sitemap.xml"])("%s is answered 304 until something is new", async (url) => {
    const { headers } = await full.app.inject(url);
    const again = { url, headers: { "if-none-match": String(headers.etag) } };
    const known = await full.app.inject(again);
    expect([known.statusCode, known.body]).toEqual([304, ""]);
    const made = await full.publish("A passing word #salt", { state: "local" });
    const changed = await full.app.inject(again);
    expect([changed.statusCode, changed.body.includes(`/publications/${made.id}`)]).toEqual([200, true]);
    await destroyPublication(full.ctx, made.id);
    expect((await full.app.inject(again)).statusCode).toBe(304);
  });

  test.each(["/", "/slug/salt", "/tags/salt", "/tags/海盐"])(
    "%s names feeds that are there, and say the same of themselves",
    async (path) => {
      const links = readHtml(await read(full, path)).filter(
        ({ tag, attributes: { rel, type } }) =>
          tag === "link" && rel === "alternate" && /rss|atom|feed/.test(String(type)),
      );
      expect(links).toHaveLength(3);
      for (const { attributes } of links) {
        const { headers, body } = await full.app.inject(String(attributes.href));
        // Browsers show a feed of XML as a page only where its type is that of all XML.
        const type = /json/.test(String(attributes.type)) ? attributes.type : "application/xml";
        expect(headers["content-type"]).toBe(`${type}; charset=utf-8`);
        expect(body).toContain(`https://ada.example${attributes.href}`);
      }
    },
  );
});
