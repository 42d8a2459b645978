import { createHash } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";
import { destroyPublication } from "../../domain/trash/destroy.ts";
import type { Publication } from "../../store/publications/publications.ts";

const text = "# Grüße\n\n0123456789";
const size = Buffer.byteLength(text);

let node: HttpNode;
let post: Publication;
beforeAll(async () => {
  node = await openHttpNode();
  post = await node.publish(text, { slug: "grüße" });
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
});

const get = (url: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") =>
  node.app.inject({ method, url, headers });
const urlOf = ({ contentHash }: Publication) => `/ewp/contents/${contentHash}`;

test("Markdown comes with every header of specification 4.4 and decisions 5", async () => {
  const reply = await get(urlOf(post));
  expect([reply.statusCode, reply.body]).toEqual([200, text]);
  expect(reply.headers).toMatchObject({
    "content-type": "text/markdown; charset=utf-8",
    "content-length": String(size),
    "cache-control": "public, immutable, max-age=31536000",
    "accept-ranges": "bytes",
    etag: `"${post.contentHash}"`,
    "last-modified": new Date((post.timestamp ?? 0) * 1000).toUTCString(),
    "x-content-hash": post.contentHash,
    "x-created-at": new Date((post.timestamp ?? 0) * 1000).toISOString(),
    link: '<https://ada.example/slug/gr%C3%BC%C3%9Fe>; rel="canonical"',
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'",
    "access-control-allow-origin": "*",
  });
  expect(reply.headers).not.toHaveProperty("content-description");
});

test("a file comes with its name and caption, and neither can end a header", async () => {
  const filename = 'a"b\r\nx: y.html';
  const description = "Ä\r\nSet-Cookie: a=b, 100%";
  const html = new TextEncoder().encode("<!doctype html><script>alert(1)</script>");
  const file = await node.publish(html, { filename, description, mediaType: "text/html" });
  const reply = await get(urlOf(file));
  expect(reply.rawPayload).toEqual(Buffer.from(html));
  expect(reply.headers).toMatchObject({
    "content-disposition": "inline; filename=\"a_bx: y.html\"; filename*=UTF-8''a%22bx%3A%20y.html",
    "content-description": encodeURIComponent(description),
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
  });
  expect(reply.headers).not.toHaveProperty("set-cookie");
});

test("a file without name and caption gets both all the same: peers refuse one without", async () => {
  const file = await node.publish(new Uint8Array([0, 1, 2, 3]));
  const reply = await get(urlOf(file));
  const name = `${file.contentHash.slice(2, 14)}.bin`;
  expect(reply.headers["content-disposition"]).toBe(`inline; filename="${name}"`);
  expect(reply.headers["content-description"]).toBe(name);
});

describe("ranges (decisions 5)", () => {
  test.each([
    ["bytes=0-0", 206, `bytes 0-0/${size}`],
    ["bytes=5-", 206, `bytes 5-${size - 1}/${size}`],
    ["bytes=-4", 206, `bytes ${size - 4}-${size - 1}/${size}`],
    ["bytes=0-99999", 206, `bytes 0-${size - 1}/${size}`],
    ["bytes=0-1,4-5", 200, undefined],
    ["lines=0-1", 200, undefined],
    [`bytes=${size}-`, 416, `bytes */${size}`],
  ])("%s: %i", async (range, status, contentRange) => {
    const reply = await get(urlOf(post), { range });
    expect([reply.statusCode, reply.headers["content-range"]]).toEqual([status, contentRange]);
    const [, start, end] = /^bytes (\d+)-(\d+)/.exec(contentRange ?? "") ?? [];
    if (status === 206)
      expect(reply.rawPayload).toEqual(Buffer.from(text).subarray(Number(start), Number(end) + 1));
    if (status === 200) expect(reply.body).toBe(text);
    if (status === 416) expect([reply.body, reply.headers["cache-control"]]).toEqual(["", undefined]);
  });

  test("If-Range keeps a range only for the same bytes", async () => {
    const same = await get(urlOf(post), { range: "bytes=0-0", "if-range": `"${post.contentHash}"` });
    expect(same.statusCode).toBe(206);
    const other = await get(urlOf(post), { range: "bytes=0-0", "if-range": '"other"' });
    expect([other.statusCode, other.body]).toEqual([200, text]);
  });

  test("a range of a large file is that part of the stream", async () => {
    const bytes = Buffer.alloc(3_000_000, 0).map((_byte, index) => index % 251);
    const file = await node.publish(bytes, { filename: "large.bin" });
    const part = await get(urlOf(file), { range: "bytes=1000000-1999999" });
    expect(part.headers["content-length"]).toBe("1000000");
    expect(part.rawPayload.equals(bytes.subarray(1_000_000, 2_000_000))).toBe(true);
    const whole = await get(urlOf(file));
    expect(createHash("sha256").update(whole.rawPayload).digest("hex")).toBe(file.contentHash.slice(2));
  });
});

test("who has it is told so, and keeps the headers that matter", async () => {
  for (const headers of [
    { "if-none-match": `"x", W/"${post.contentHash}"` },
    { "if-none-match": "*" },
    { "if-modified-since": new Date().toUTCString() },
  ]) {
    const reply = await get(urlOf(post), headers);
    expect([reply.statusCode, reply.body]).toEqual([304, ""]);
    expect(reply.headers).toMatchObject({
      etag: `"${post.contentHash}"`,
      "cache-control": expect.stringContaining("immutable"),
    });
  }
});

test("HEAD is the same without the bytes, and takes no range", async () => {
  const reply = await get(urlOf(post), { range: "bytes=0-0" }, "HEAD");
  expect([reply.statusCode, reply.body, reply.headers["content-length"]]).toEqual([200, "", String(size)]);
  expect(reply.headers.etag).toBe(`"${post.contentHash}"`);
});

describe("which publication", () => {
  test.each([
    ["/ewp/contents/0x12", "INVALID_HASH_FORMAT", 400],
    [`/ewp/contents/${"a".repeat(5000)}`, "INVALID_HASH_FORMAT", 400],
    [`/ewp/contents/0x${"ab".repeat(32)}?timestamp=1e3&thumb=xl`, "INVALID_TIMESTAMP", 400],
    [`/ewp/contents/0x${"ab".repeat(32)}?thumb=sm&thumb=md`, "INVALID_THUMBNAIL_SIZE", 400],
    [`/ewp/contents/0x${"ab".repeat(32)}?contentHash=0x12`, "CONTENT_NOT_FOUND", 404],
  ])("%.60s", async (url, error, status) => {
    const reply = await get(url);
    expect([reply.statusCode, reply.json()]).toEqual([status, { error }]);
  });

  test("only that hash in that second, in any case of the digits", async () => {
    expect((await get(`${urlOf(post)}?timestamp=${post.timestamp}`)).statusCode).toBe(200);
    expect((await get(`${urlOf(post)}?timestamp=1`)).json()).toEqual({ error: "CONTENT_NOT_FOUND" });
    const upper = `/ewp/contents/0x${post.contentHash.slice(2).toUpperCase()}`;
    expect((await get(upper)).body).toBe(text);
  });

  test("neither a draft nor a local post", async () => {
    for (const state of ["draft", "local"] as const) {
      const unsigned = await node.publish(`this site only: ${state}`, { state });
      expect((await get(urlOf(unsigned))).json()).toEqual({ error: "CONTENT_NOT_FOUND" });
    }
  });

  test("what was deleted is gone at once, also from the cache", async () => {
    const gone = await node.publish("soon gone");
    expect((await get(urlOf(gone))).statusCode).toBe(200);
    expect((await get(urlOf(gone))).statusCode).toBe(200);
    await destroyPublication(node.ctx, gone.id);
    expect((await get(urlOf(gone))).statusCode).toBe(404);
    expect((await get(urlOf(gone), { "if-none-match": "*" })).statusCode).toBe(404);
  });
});

describe("thumbnails (specification 4.4)", () => {
  test("are smaller, of the same kind, with a tag of their own", async () => {
    const noise = { create: { width: 1200, height: 900, channels: 3, background: "#456" } } as const;
    const picture = await node.publish(await sharp(noise).png().toBuffer(), { filename: "p.png" });
    const small = await get(`${urlOf(picture)}?thumb=sm`);
    expect(small.headers).toMatchObject({ "content-type": "image/png", etag: `"${picture.contentHash}-sm"` });
    expect((await sharp(small.rawPayload).metadata()).height).toBe(200);
    const part = await get(`${urlOf(picture)}?thumb=sm`, { range: "bytes=0-7" });
    expect(part.rawPayload).toEqual(small.rawPayload.subarray(0, 8));
  });

  test("of Markdown is the Markdown", async () => {
    const reply = await get(`${urlOf(post)}?thumb=lg`);
    expect([reply.body, reply.headers.etag]).toEqual([text, `"${post.contentHash}"`]);
  });
});
