import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";
import type { Publication } from "../../store/publications/publications.ts";

const sync = { "user-agent": "ePress-Sync/0.2.11" };
const reader = { "user-agent": "node" };
const other = { "user-agent": "Freehold/0.1 (+https://ben.example)" };

let node: HttpNode;
let post: Publication;
let file: Publication;
beforeAll(async () => {
  node = await openHttpNode({ description: "" });
  post = await node.publish("# Hello", { slug: "hello" });
  file = await node.publish(new Uint8Array([1, 2, 3]), { description: "Three bytes" });
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
});

const get = (url: string, headers: Record<string, string> = {}) => node.app.inject({ url, headers });

describe("the index, to a reference peer (decisions 6)", () => {
  test.each([
    ["its agent", "/ewp/publications", sync],
    ["an ISO since", "/ewp/publications?since=1970-01-01T00:00:00.000Z", other],
  ])("is known by %s", async (_, url, headers) => {
    const reply = await get(url, headers);
    expect(reply.json()).toEqual({
      data: [post, file].map(({ contentHash, publisherAddress, signature, timestamp, slug }) => ({
        content_hash: contentHash,
        author_address: publisherAddress,
        signature,
        comment_count: 0,
        created_at: (timestamp ?? 0) * 1000,
        slug,
      })),
      pagination: { page: 1, limit: 100, total: 2, totalPages: 1, hasNextPage: false, hasPrevPage: false },
    });
    expect(reply.headers.vary).toBe("User-Agent");
  });

  test("takes since as inclusive", async () => {
    const since = (ms: number) =>
      get(`/ewp/publications?since=${new Date((post.timestamp ?? 0) * 1000 + ms).toISOString()}`);
    expect((await since(0)).json().data[0].content_hash).toBe(post.contentHash);
    const hashes = (await since(1)).json().data.map((entry: { content_hash: string }) => entry.content_hash);
    expect(hashes).not.toContain(post.contentHash);
  });

  test("says INVALID_SINCE_FORMAT, and to everybody else INVALID_SINCE", async () => {
    expect((await get("/ewp/publications?since=2025-13-01")).json()).toEqual({
      error: "INVALID_SINCE_FORMAT",
    });
    expect((await get("/ewp/publications?since=1", sync)).json()).toEqual({ error: "INVALID_SINCE_FORMAT" });
    expect((await get("/ewp/publications?since=soon", other)).json()).toEqual({ error: "INVALID_SINCE" });
  });

  test("is kept apart from what everybody else gets, in any order", async () => {
    const before = await get("/ewp/publications", other);
    const theirs = await get("/ewp/publications", sync);
    const after = await get("/ewp/publications", other);
    expect(after.body).toBe(before.body);
    expect(after.headers.etag).toBe(before.headers.etag);
    expect(after.headers.vary).toBeUndefined();
    expect(theirs.body).not.toBe(before.body);
    const etag = String(before.headers.etag);
    expect((await get("/ewp/publications", { ...sync, "if-none-match": etag })).statusCode).toBe(200);
    expect((await get("/ewp/publications", { ...other, "if-none-match": etag })).statusCode).toBe(304);
  });
});

describe("contents, to a reference peer", () => {
  const url = () => `/ewp/contents/${post.contentHash}?timestamp=${post.timestamp}`;

  test("Markdown is exactly text/markdown, on the wire", async () => {
    const port = await node.listen();
    const reply = await fetch(`http://127.0.0.1:${port}${url()}`, { headers: sync });
    expect(reply.headers.get("content-type")).toBe("text/markdown");
    expect(reply.headers.get("cache-control")).toBe("private, immutable, max-age=31536000");
    expect(reply.headers.get("vary")).toBe("User-Agent");
    expect(await reply.text()).toBe("# Hello");
  });

  test("Markdown has its charset for everybody else, Node's own client too", async () => {
    for (const headers of [other, reader, {}]) {
      const reply = await get(url(), headers);
      expect(reply.headers["content-type"]).toBe("text/markdown; charset=utf-8");
      expect(reply.headers["cache-control"]).toBe("public, immutable, max-age=31536000");
      expect(reply.headers.vary).toBeUndefined();
    }
  });

  test("files come as they do to everybody", async () => {
    const [theirs, usual] = await Promise.all(
      [sync, other].map((headers) => get(`/ewp/contents/${file.contentHash}`, headers)),
    );
    for (const name of ["content-type", "content-description", "content-disposition"]) {
      expect(theirs?.headers[name]).toBe(usual?.headers[name]);
    }
    expect(theirs?.headers["content-description"]).toBe("Three%20bytes");
  });

  test("a file of type text/markdown is plain text, for Markdown is a post there", async () => {
    const about = { description: "A draft of it", filename: "draft.md", mediaType: "text/markdown" };
    const markdown = await node.publish(Buffer.from("# No post"), about);
    const typeFor = async (headers: Record<string, string>) =>
      (await get(`/ewp/contents/${markdown.contentHash}`, headers)).headers["content-type"];
    expect(await typeFor(sync)).toBe("text/plain; charset=utf-8");
    expect(await typeFor(other)).toBe("text/markdown");
  });
});

describe("the profile, to a reference peer", () => {
  test("has created_at and updated_at beside the baseline fields, and a description that is text", async () => {
    const usual = (await get("/ewp/profile", other)).json();
    const { createdAt, updatedAt } = usual;
    for (const headers of [reader, sync]) {
      const reply = await get("/ewp/profile", headers);
      expect(reply.json()).toEqual({
        ...usual,
        description: "",
        created_at: createdAt,
        updated_at: updatedAt,
      });
      expect(reply.headers.vary).toBe("User-Agent");
    }
    expect(usual.description).toBeNull();
    expect(Object.keys(usual)).not.toContain("created_at");
  });
});
