import { afterAll, beforeAll, expect, test } from "vitest";
import { type GraphqlNode, openGraphqlNode } from "../../../test/support/graphql-node.ts";
import type { Publication } from "../../store/publications/publications.ts";

let node: GraphqlNode;
let session: string;
let post: Publication;
beforeAll(async () => {
  node = await openGraphqlNode();
  session = await node.signIn();
  post = await node.publish("# Salt\n\nAbout #salt.", { slug: "salt" });
  await node.publish("# Pepper\n\nAbout #salt.", { slug: "pepper", state: "local" });
  await node.publish("# 论盐\n\n#salt", { slug: "论盐" });
});
afterAll(() => node[Symbol.asyncDispose]());

/** A link to a page by its hash; contents and proofs have a hash by their nature. */
const byHash = /\/publications\/(?:0x)?[0-9a-f]{64}/gi;

test.each([
  "/",
  "/archive",
  "/tags/salt",
  "/search?q=salt",
  "/slug/salt",
  "/slug/pepper",
  "/feed.xml",
  "/atom.xml",
  "/feed.json",
  "/tags/salt/feed.xml",
  "/sitemap.xml",
])("%s leads to posts by their slugs", async (url) => {
  const { statusCode, body } = await node.app.inject({ url });
  expect(statusCode).toBe(200);
  expect(body.match(byHash)).toBeNull();
  expect(body).toMatch(/\/slug\/(?:salt|pepper|%E8%AE%BA%E7%9B%90)/);
});

test("a page by its hash or number names the slug as its address, and so does the header of the contents", async () => {
  for (const key of [post.contentHash, String(post.id)]) {
    const { headers, body } = await node.app.inject({ url: `/publications/${key}` });
    expect([key, headers.location ?? body]).toEqual([key, expect.stringContaining("/slug/salt")]);
    expect(body.match(byHash)).toBeNull();
  }
  const { headers } = await node.app.inject({
    url: `/ewp/contents/${post.contentHash}?timestamp=${post.timestamp}`,
  });
  expect(headers.link).toContain("https://ada.example/slug/salt");
});

test.each([
  "{ timeline(first: 10) { nodes { url } } }",
  "{ publications(first: 10) { nodes { url } } }",
  '{ search(query: "salt", first: 10) { nodes { publication { url } } } }',
])("GraphQL answers with slugs: %s", async (query) => {
  const { data, errors } = await node.ask(query, {}, { token: session });
  expect(errors).toEqual([]);
  expect(JSON.stringify(data)).toContain("https://ada.example/slug/salt");
  expect(JSON.stringify(data).match(byHash)).toBeNull();
});
