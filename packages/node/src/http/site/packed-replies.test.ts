import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";
import { createIntegrationToken } from "../../domain/access/tokens.ts";
import { encodings } from "../bytes/compression.ts";
import { limits } from "../limits.ts";

const unpack = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync };
const words = "Some words that come again and again, as words do. ";

let node: HttpNode;
let post: { id: number; contentHash: string };
let paths: string[];
let token: string;
beforeAll(async () => {
  node = await openHttpNode();
  const wanted = { label: "a reader", scopes: ["read:timeline"], expiresInSeconds: null } as const;
  token = (await createIntegrationToken(node.ctx, wanted)).token;
  post = await node.publish(`# A post\n\n${words.repeat(100)} #tag`, { slug: "a-post" });
  const page = (await node.app.inject({ url: "/slug/a-post" })).body;
  const assets = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:css|js))"/g)].map(
    ([, path]) => `${path}`,
  );
  const sizes = await Promise.all(assets.map(async (path) => (await get(path)).rawPayload.length));
  const packable = assets.filter((_, at) => (sizes[at] ?? 0) >= limits.compressedFromBytes);
  expect(packable.filter((path) => path.endsWith(".js")).length).toBeGreaterThan(0);
  paths = [
    "/",
    "/slug/a-post",
    "/archive",
    "/search?q=words",
    "/feed.xml",
    "/atom.xml",
    "/feed.json",
    ...packable,
  ];
});
afterAll(() => node[Symbol.asyncDispose]());

const get = (url: string, headers: Record<string, string> = {}) => node.app.inject({ url, headers });

function ask(query: string, encoding?: string) {
  return node.app.inject({
    method: "POST",
    url: "/api/graphql",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      ...(encoding && { "accept-encoding": encoding }),
    },
    payload: { query },
  });
}

describe.each(encodings)("in %s", (encoding) => {
  test("pages, feeds, styles and scripts are smaller, and the same", async () => {
    for (const path of paths) {
      const plain = await get(path);
      const packed = await get(path, { "accept-encoding": encoding });
      expect([path, packed.headers["content-encoding"]]).toEqual([path, encoding]);
      expect(unpack[encoding](packed.rawPayload)).toEqual(plain.rawPayload);
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length);
      expect(packed.headers["content-length"]).toBe(String(packed.rawPayload.length));
      expect(packed.headers["content-type"]).toBe(plain.headers["content-type"]);
      for (const { headers } of [plain, packed]) expect(headers.vary).toMatch(/^Accept-Encoding/);
    }
  });

  test("each has a tag of its own, by which it is known again", async () => {
    for (const path of paths) {
      const plain = String((await get(path)).headers.etag);
      const asked = { "accept-encoding": encoding };
      const packed = String((await get(path, asked)).headers.etag);
      expect(packed).not.toBe(plain);
      const status = async (tag: string, more = {}) =>
        (await get(path, { ...more, "if-none-match": tag })).statusCode;
      expect([path, await status(packed, asked), await status(plain)]).toEqual([path, 304, 304]);
      expect([path, await status(plain, asked), await status(packed)]).toEqual([path, 200, 200]);
    }
  });

  test("HEAD says what GET says", async () => {
    const headers = { "accept-encoding": encoding };
    const got = await get("/", headers);
    const head = await node.app.inject({ method: "HEAD", url: "/", headers });
    for (const name of ["etag", "content-encoding", "content-length", "vary"])
      expect([name, head.headers[name]]).toEqual([name, got.headers[name]]);
    expect(head.rawPayload.length).toBe(0);
  });

  test("what holds a secret, or is signed, is sent as it is", async () => {
    const token = "A".repeat(43);
    for (const path of [
      `/comments/confirm?id=1&token=${token}`,
      "/console",
      `/ewp/contents/${post.contentHash}`,
      "/ewp/publications?since=0",
      "/ewp/profile",
      "/api/visitors",
    ]) {
      const reply = await get(path, { "accept-encoding": encoding });
      expect([path, reply.statusCode]).toEqual([path, 200]);
      expect([path, reply.headers["content-encoding"]]).toEqual([path, undefined]);
      expect([path, reply.rawPayload]).toEqual([path, expect.any(Buffer)]);
    }
    const secrets = [
      "{ publications(first: 20) { nodes { title excerptHtml } } }",
      "{ timeline(first: 20) { nodes { id } } publications(first: 20) { nodes { title excerptHtml } } }",
      "query { ...more } fragment more on Query { timeline(first: 20) { nodes { title excerptHtml } } }",
    ];
    for (const query of secrets) {
      const reply = await ask(query, encoding);
      expect(reply.rawPayload.length).toBeGreaterThan(limits.compressedFromBytes);
      expect([query, reply.headers["content-encoding"]]).toEqual([query, undefined]);
    }
  });

  test("the timeline, which is published, is smaller and the same", async () => {
    const query = "{ timeline(first: 20) { nodes { title excerptHtml } } }";
    const [plain, packed] = [await ask(query), await ask(query, encoding)];
    expect(packed.headers).toMatchObject({ "content-encoding": encoding, vary: "Accept-Encoding" });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(JSON.parse(plain.body).data.timeline.nodes).toHaveLength(1);
    expect(unpack[encoding](packed.rawPayload)).toEqual(plain.rawPayload);
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length);
  });
});
