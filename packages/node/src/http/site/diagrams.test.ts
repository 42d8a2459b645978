import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";
import { readMarkdownText } from "../../domain/search/searchable-text.ts";

let node: HttpNode;
beforeAll(async () => {
  node = await openHttpNode();
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
});

const get = (url: string) => node.app.inject({ url });

test("a diagram of a post is a picture in which nothing runs; one that is not there is not there", async () => {
  const post = await node.publish("```mermaid\ngraph LR\nA[Here] --> B[There]\n```");
  const page = (await get(`/publications/${post.id}`)).body;
  const [, address = ""] = /<img src="(\/publications\/\d+\/diagrams\/1\.svg\?theme=light)"/.exec(page) ?? [];
  const picture = await get(address);
  expect(picture.headers).toMatchObject({
    "content-type": "image/svg+xml; charset=utf-8",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
  });
  expect(picture.body).toContain("There");
  for (const name of ["2.svg", "0.svg", "1.png", "01.svg"]) {
    expect((await get(`/publications/${post.id}/diagrams/${name}`)).statusCode).toBe(404);
  }
  const draft = await node.publish("```mermaid\ngraph LR\nA --> B\n```", { state: "draft" });
  expect((await get(`/publications/${draft.id}/diagrams/1.svg`)).statusCode).toBe(404);
});

test("a picture of this site has its size and smaller copies", async () => {
  const create = { width: 1600, height: 1200, channels: 3, background: "#345" } as const;
  const file = await node.publish(await sharp({ create }).png().toBuffer(), { filename: "sea.png" });
  const path = `/ewp/contents/${file.contentHash}?timestamp=${file.timestamp}`;
  const post = await node.publish(`![the sea](${path})`);
  const page = (await get(`/publications/${post.id}`)).body;
  expect(page).toContain('width="1600" height="1200"');
  expect(page).toContain(`/pictures/${file.contentHash}/400.webp 400w`);
  expect(page).toContain(`/ewp/contents/${file.contentHash}?timestamp=${file.timestamp} 1600w`);
  expect((await get(`/publications/${file.id}`)).body).toContain('width="1600" height="1200"');
});

test("of a picture that is a draft a page tells nothing, though a text names it", async () => {
  const create = { width: 1234, height: 567, channels: 3, background: "#543" } as const;
  const bytes = await sharp({ create }).png().toBuffer();
  const file = await node.publish(bytes, { filename: "secret.png", state: "draft" });
  const post = await node.publish(`![too early](/ewp/contents/${file.contentHash})`);
  const page = (await get(`/publications/${post.id}`)).body;
  expect(page).toContain('alt="too early"');
  // In quotes: addresses, hashes and signatures hold any digits.
  expect(page).not.toMatch(/"(?:1234|567)"/);
});

test("a link alone to a post that readers see is a quote, which goes with the post", async () => {
  const first = await node.publish("# Salt\n\nThe first words.", { slug: "salt" });
  const draft = await node.publish("nobody may read this", { state: "draft" });
  const post = await node.publish(
    `https://ada.example/slug/salt\n\n/publications/${draft.id}\n\nhttps://ada.example/publications/${draft.id}`,
  );
  const page = (await get(`/publications/${post.id}`)).body;
  expect(page).toContain('<aside class="quoted">');
  expect(page).toContain("The first words.");
  expect(page).not.toContain("nobody may read this");
  expect(page.match(/<aside/g)).toHaveLength(1);
  expect(first.id).toBeGreaterThan(0);
});

test.each(["I like #Oak, (#森林) and \\#not, `#code`, [#link](/x), #a_b *#c* ##d #1"])(
  "a page links the hashtags that the index has: %j",
  async (source) => {
    const post = await node.publish(source);
    const page = (await get(`/publications/${post.id}`)).body;
    const linked = [...page.matchAll(/href="\/tags\/([^"/]+)"/g)].map(([, tag]) =>
      decodeURIComponent(tag ?? ""),
    );
    expect(linked).toEqual(readMarkdownText(source).tags);
  },
);
