import { afterAll, beforeAll, expect, test } from "vitest";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";
import { destroyPublication } from "../../domain/trash/destroy.ts";
import type { Publication } from "../../store/publications/publications.ts";

let node: HttpNode;
let first: Publication;
let second: Publication;
beforeAll(async () => {
  node = await openHttpNode({ title: "Ada" });
  first = await node.publish("# On salt\n\nThe harbour smelled of pepper. #salt");
  second = await node.publish(`# On salt, again\n\nThe harbour smelled of rope. #salt\n\n${link(first)}\n`);
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
});

const link = ({ contentHash: hash }: Publication) =>
  `[Replaces the version before](https://ada.example/publications/${hash} "ewp:replaces ${hash}")`;
const lists = ["/", "/archive", "/tags/salt", "/feed.xml", "/atom.xml", "/feed.json", "/sitemap.xml"];
const get = async (url: string, headers: Record<string, string> = {}) => {
  const { statusCode, body } = await node.app.inject({ url, headers });
  expect([url, statusCode]).toEqual([url, 200]);
  return body;
};
const canonicalOf = (body: string) => /<link rel="canonical" href="([^"]+)"/.exec(body)?.[1];

test("lists show the newest version alone, and its text without the link to the one before", async () => {
  for (const url of lists) {
    const body = await get(url);
    expect([url, body]).toEqual([url, expect.stringMatching(/On salt, again|slug\/on-salt</)]);
    expect([url, body]).toEqual([url, expect.not.stringMatching(/On salt<|pepper|ewp:replaces|Replaces/)]);
    if (url === "/sitemap.xml") expect(body.split("/slug/on-salt<")).toHaveLength(2);
  }
});

test("the slug leads to the newest, and the page of an earlier one leads there", async () => {
  const newest = await get("/slug/on-salt");
  expect(newest).toContain("rope");
  expect(newest).not.toContain("newer version");
  expect(newest).toContain("<summary>2 versions</summary>");
  expect(newest).toContain(`<a href="/publications/${first.id}">`);
  const old = await get(`/publications/${first.id}`);
  expect(old).toContain("pepper");
  expect(old).toMatch(/A newer version of this post is from [^<]+ <a href="\/slug\/on-salt">/);
  expect(canonicalOf(old)).toBe("https://ada.example/slug/on-salt");
  const byHash = await node.app.inject(`/publications/${first.contentHash}`);
  expect([byHash.statusCode, byHash.headers.location]).toEqual([301, `/publications/${first.id}`]);
  expect(canonicalOf(newest)).toBe("https://ada.example/slug/on-salt");
  expect(await get(`/publications/${first.id}`, { "accept-language": "zh" })).toContain("阅读最新版本");
});

test("the next post of an earlier version is no version of it", async () => {
  const nextOf = (body: string) => /rel="next" href="([^"]+)"/.exec(body)?.[1];
  expect(nextOf(await get(`/publications/${first.id}`))).toBeUndefined();
  const other = await node.publish("# On rope");
  expect(nextOf(await get(`/publications/${first.id}`))).toBe("/slug/on-rope");
  expect(nextOf(await get("/slug/on-salt"))).toBe("/slug/on-rope");
  await destroyPublication(node.ctx, other.id);
});

test("an own slug of the newest takes over, and a deleted one gives back", async () => {
  const third = await node.publish(`# Third\n\n${link(second)}`, { slug: "third" });
  const { statusCode, headers } = await node.app.inject({ url: "/slug/on-salt" });
  expect([statusCode, headers.location]).toEqual([302, "/slug/third"]);
  expect(canonicalOf(await get(`/publications/${first.id}`))).toBe("https://ada.example/slug/third");
  expect(await get("/slug/third")).toContain("<summary>3 versions</summary>");
  await destroyPublication(node.ctx, third.id);
  expect(await get("/slug/on-salt")).toContain("rope");
});

test("the protocol has every version with its bytes", async () => {
  const index = JSON.parse(await get("/ewp/publications"));
  expect(index.data.map(({ contentHash }: Publication) => contentHash)).toEqual(
    [first, second].map(({ contentHash }) => contentHash),
  );
  const { contentHash, timestamp } = second;
  expect(await get(`/ewp/contents/${contentHash}?timestamp=${timestamp}`)).toContain("ewp:replaces");
});
