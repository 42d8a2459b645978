import { mf2 } from "microformats-parser";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpNode, openHttpNode } from "./support/http-node.ts";
import { readHtml } from "./support/read-html.ts";

const base = "https://ada.example";
const name = `Ada "</script>" 洛夫莱斯`;
const paths: Record<string, string> = {};
let node: HttpNode;

beforeAll(async () => {
  node = await openHttpNode({ title: name, description: "About salt & 海" });
  await node.publish("# On </script> & salt\n\nThe *sea* is where it comes from. #salt", { slug: "salt" });
  const plain = await node.publish("No heading here. #salt");
  const shot = await sharp({ create: { width: 80, height: 50, channels: 3, background: "#246" } })
    .png()
    .toBuffer();
  const picture = await node.publish(shot, { filename: "sea.png", description: "The sea, at noon" });
  const bytes = await node.publish(new Uint8Array([1, 2, 3]), { filename: "a.bin" });
  Object.assign(paths, {
    home: "/",
    post: "/slug/salt",
    plain: `/publications/${plain.id}`,
    picture: `/publications/${picture.id}`,
    bytes: `/publications/${bytes.id}`,
    tag: "/tags/salt",
    archive: "/archive",
    followers: "/followers",
  });
});
afterAll(() => node[Symbol.asyncDispose]());

const everyPage = ["home", "post", "plain", "picture", "bytes", "tag", "archive", "followers"];
const posts = ["post", "plain", "picture", "bytes"];

async function read(page: string, language = "en"): Promise<string> {
  const { statusCode, body } = await node.app.inject({
    url: String(paths[page]),
    headers: { "accept-language": language },
  });
  expect([page, statusCode]).toEqual([page, 200]);
  return body;
}

async function metasOf(page: string, language?: string): Promise<Record<string, string>> {
  const metas = readHtml(await read(page, language)).filter(({ tag }) => tag === "meta");
  const named = metas.flatMap(({ attributes: { property, content } }) =>
    property === undefined ? [] : [[property, String(content)] as const],
  );
  expect(new Set(named.map(([property]) => property)).size).toBe(named.length);
  return Object.fromEntries(named);
}

async function jsonLdOf(page: string) {
  const scripts = readHtml(await read(page)).filter(
    ({ attributes }) => attributes.type === "application/ld+json",
  );
  expect(scripts).toHaveLength(1);
  return JSON.parse(scripts[0]?.text ?? "");
}

describe("OpenGraph", () => {
  test.each(everyPage)("is complete on %s, with a picture of the size that it says", async (page) => {
    const metas = await metasOf(page);
    expect(metas).toMatchObject({
      "og:type": posts.includes(page) ? "article" : "website",
      "og:site_name": name,
      "og:locale": "en_US",
      "og:title": expect.stringMatching(/./),
      "og:url": `${base}${paths[page]}`,
      "og:image:alt": expect.stringMatching(/./),
    });
    const image = new URL(String(metas["og:image"]));
    expect(image.origin).toBe(base);
    const { statusCode, rawPayload } = await node.app.inject(`${image.pathname}${image.search}`);
    expect(statusCode).toBe(200);
    const { width, height } = await sharp(rawPayload).metadata();
    expect([metas["og:image:width"], metas["og:image:height"]]).toEqual([String(width), String(height)]);
  });

  test("has the owner's picture of the site, with its size", async () => {
    const face = await sharp({ create: { width: 70, height: 60, channels: 3, background: "#246" } })
      .png()
      .toBuffer();
    const avatar = `data:image/png;base64,${face.toString("base64")}`;
    await using house = await openHttpNode({ avatar });
    const page = (await house.app.inject("/")).body;
    const pictures = readHtml(page).filter(({ attributes }) => attributes.property?.startsWith("og:image"));
    expect(pictures.map(({ attributes }) => attributes.content)).toEqual([
      `${base}/ewp/avatar`,
      "70",
      "60",
      "Ada",
    ]);
    expect(JSON.stringify(mf2(page, { baseUrl: base }).items[0]?.properties.author)).toMatch(
      /"photo":\[("|\{[^\]]*"value":")https:\/\/ada\.example\/pictures\/0x[0-9a-f]{64}\/avatar-192\.webp"/,
    );
  });

  test("names the language of the page", async () => {
    expect((await metasOf("home", "zh-CN"))["og:locale"]).toBe("zh_CN");
  });

  test.each(everyPage)("and the canonical link of %s is the same address", async (page) => {
    const links = readHtml(await read(page)).filter(({ attributes }) => attributes.rel === "canonical");
    expect(links.map(({ attributes }) => attributes.href)).toEqual([`${base}${paths[page]}`]);
  });

  test("a post has one canonical URL, whichever path is requested", async () => {
    const found = await node.app.inject({ url: "/slug/salt?utm_source=x" });
    const links = readHtml(found.body).filter(({ attributes }) => attributes.rel === "canonical");
    expect(links.map(({ attributes }) => attributes.href)).toEqual([`${base}/slug/salt`]);
  });
});

describe("JSON-LD", () => {
  const author = { "@type": "Person", name, url: `${base}/`, image: `${base}/icons/512.png` };

  test.each(posts)("says of %s what search engines ask of a BlogPosting", async (page) => {
    const fields = await jsonLdOf(page);
    const url = `${base}${paths[page]}`;
    expect(fields).toMatchObject({
      "@context": "https://schema.org",
      "@type": "BlogPosting",
      url,
      mainEntityOfPage: url,
      author,
      headline: expect.stringMatching(/./),
      image: (await metasOf(page))["og:image"],
    });
    expect(new Date(fields.datePublished).toISOString()).toBe(fields.datePublished);
    expect(Math.abs(Date.now() - Date.parse(fields.datePublished))).toBeLessThan(600_000);
  });

  test("keeps a title that holds `</script>`", async () => {
    expect((await jsonLdOf("post")).headline).toBe("On </script> & salt");
  });

  test.each([
    ["home", "WebSite"],
    ["tag", "WebPage"],
    ["archive", "WebPage"],
  ])("says that %s is a %s", async (page, type) => {
    expect(await jsonLdOf(page)).toMatchObject({ "@type": type, author, url: `${base}${paths[page]}` });
  });
});

describe("microformats", () => {
  const author = { type: ["h-card"], properties: { name: [name], url: [`${base}/`] } };
  const parse = async (page: string) => mf2(await read(page), { baseUrl: `${base}${paths[page]}` }).items;

  test("home is a feed of the owner, with an h-card", async () => {
    const [feed] = await parse("home");
    expect(feed).toMatchObject({ type: ["h-feed"], properties: { name: [name] } });
    expect(feed?.properties.author).toMatchObject([
      {
        type: ["h-card"],
        properties: { name: [name], note: ["About salt & 海"], url: [`${base}/`], uid: [`${base}/`] },
      },
    ]);
    const urls = feed?.children?.map(({ properties }) => properties.url?.[0]);
    expect(urls?.toSorted()).toEqual(posts.map((page) => `${base}${paths[page]}`).toSorted());
  });

  test("each entry of home has its URL, date and name; the feed has their author", async () => {
    const [feed] = await parse("home");
    expect(feed?.children).toHaveLength(4);
    for (const { type, properties } of feed?.children ?? []) {
      expect(type).toEqual(["h-entry"]);
      expect(properties).toMatchObject({
        url: [expect.stringMatching(/^https:/)],
        name: [expect.stringMatching(/./)],
        published: [expect.stringMatching(/^20.*Z$/)],
      });
    }
  });

  test("each entry of a tag has its URL, date and author", async () => {
    const page = "tag";
    const items = await parse(page);
    const entries = [...items, ...items.flatMap(({ children = [] }) => children)].filter(
      ({ type }) => type?.[0] === "h-entry",
    );
    expect(entries).toHaveLength(2);
    for (const { properties } of entries) {
      expect(properties).toMatchObject({ author: [author], published: [expect.stringMatching(/^20.*Z$/)] });
      expect(properties.content).toHaveLength(1);
    }
  });

  test.each(posts)("%s is one entry with its address, time, author and content", async (page) => {
    const entries = (await parse(page)).filter(({ type }) => type?.[0] === "h-entry");
    expect(entries).toHaveLength(1);
    const url = [`${base}${paths[page]}`];
    expect(entries[0]?.properties).toMatchObject({ url, uid: url, author: [author] });
    expect(entries[0]?.properties.published).toEqual([(await jsonLdOf(page)).datePublished]);
    expect(entries[0]?.properties.content).toHaveLength(1);
  });

  test("an entry has the name of its post, if that has one; a picture is an entry, too", async () => {
    const propertiesOf = async (page: string) => (await parse(page))[0]?.properties;
    expect((await propertiesOf("post"))?.name).toEqual(["On </script> & salt"]);
    expect((await propertiesOf("plain"))?.name).toBeUndefined();
    expect(await propertiesOf("picture")).toMatchObject({
      name: ["The sea, at noon"],
      photo: [{ alt: "The sea, at noon", value: expect.stringMatching(/^https:\/\/ada\.example\//) }],
    });
  });
});

test("a note is once in what other programs read: the entry of a page, and each feed", async () => {
  const { id } = await node.publish("A note[^1]. And on.\n\n[^1]: Said once.");
  const url = `/publications/${id}`;
  const { body } = await node.app.inject({ url });
  const [entry] = mf2(body, { baseUrl: base }).items[0]?.properties.content ?? [];
  const content = Object(entry) as { value: string; html: string };
  expect(content.value).toMatch(/^A note\u20601\. And on\.\s+Said once\. ↩\ufe0e$/);
  expect(content.html.split("Said once")).toHaveLength(2);
  for (const feed of ["/feed.xml", "/atom.xml", "/feed.json"])
    expect([feed, (await node.app.inject({ url: feed })).body.split("Said once").length]).toEqual([feed, 2]);
});

test("an entry in another language than its feed says so, where the format can", async () => {
  await node.publish("Plain words of English, and some more.");
  await node.publish("הסירה מאחרת, כמו בכל יום שלישי.");
  const atom = (await node.app.inject({ url: "/atom.xml" })).body;
  expect(atom).toMatch(/<entry xml:lang="he">(?:(?!<\/entry>).)*הסירה/s);
  expect(atom).toMatch(/<entry>(?:(?!<\/entry>).)*Plain words/s);
  const { items } = JSON.parse((await node.app.inject({ url: "/feed.json" })).body);
  const languageOf = (word: string) =>
    items.find(({ content_html }: { content_html: string }) => content_html.includes(word)).language;
  expect([languageOf("הסירה"), languageOf("Plain words")]).toEqual(["he", undefined]);
});

test("og:locale names the language of a post and not that of the page around it", async () => {
  await node.publish("# 论盐\n\n海水是咸的。", { slug: "yan" });
  Object.assign(paths, { yan: "/slug/yan" });
  expect((await metasOf("yan"))["og:locale"]).toBe("zh_CN");
  expect((await metasOf("post", "zh-CN"))["og:locale"]).toBe("en_US");
  expect((await metasOf("bytes", "zh-CN"))["og:locale"]).toBe("en_US");
});
