import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type HttpNode, openHttpNode } from "../../../../test/support/http-node.ts";
import { setAvatar } from "../../../domain/profile/avatar.ts";
import { createPictureCopier } from "../../../domain/publications/files/copy-pictures.ts";

let node: HttpNode;
beforeAll(async () => {
  node = await openHttpNode();
});
afterAll(() => node[Symbol.asyncDispose]());

const get = (url: string, headers: Record<string, string> = {}) => node.app.inject({ url, headers });

const photo = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();

const copies = (hash: string, ...widths: number[]) =>
  widths.map((width) => `/pictures/${hash}/${width}.webp`);

test("a page offers the copies of its pictures, each of which is there, for ever and for other sites", async () => {
  const file = await node.publish(await photo(1000, 600, "#123456"), { filename: "loom.jpg" });
  const post = await node.publish(`# Loom\n\n![A loom](/ewp/contents/${file.contentHash} "Lyon")`);
  const page = (await get(`/publications/${post.id}`)).body;
  const [small, middle, large] = copies(file.contentHash, 400, 800, 1200);
  expect(page).toContain(
    `width="1000" height="600" class="opaque" srcset="${small} 400w, ${middle} 800w, ${large} 1000w" sizes="`,
  );
  const { statusCode, headers, rawPayload } = await get(String(middle));
  expect([statusCode, headers["content-type"]]).toEqual([200, "image/webp"]);
  expect(headers).toMatchObject({
    "cache-control": "public, immutable, max-age=31536000",
    "content-security-policy": "sandbox; default-src 'none'",
    "cross-origin-resource-policy": "cross-origin",
  });
  expect((await sharp(rawPayload).metadata()).width).toBe(800);
  expect((await get(String(middle), { "if-none-match": String(headers.etag) })).statusCode).toBe(304);
  const feed = (await get("/feed.xml")).body;
  expect(feed).toContain(`https://ada.example/pictures/${file.contentHash}/1200.jpg`);
  expect((await get(`/pictures/${file.contentHash}/1200.jpg`)).headers["content-type"]).toBe("image/jpeg");
});

test("strangers can have nothing else made", async () => {
  const file = await node.publish(await photo(1000, 600, "#234567"), { filename: "two.jpg" });
  const draft = await node.publish(await photo(1000, 600, "#345678"), {
    filename: "three.jpg",
    state: "draft",
  });
  const names = ["1600.webp", "2400.webp", "500.webp", "800.jpg", "sm", "avatar-96.webp", "__proto__"];
  const asked = [
    ...names.map((name) => `/pictures/${file.contentHash}/${name}`),
    ...copies(draft.contentHash, 400),
    ...copies(`0x${"ab".repeat(32)}`, 400),
    "/pictures/2019/400.webp",
  ];
  const found = await Promise.all(asked.map(async (url) => (await get(url)).statusCode));
  expect(found).toEqual(asked.map(() => 404));
  expect(
    await node.ctx.thumbnails.open(file.contentHash as `0x${string}`, "400.webp", "text/plain"),
  ).toBeNull();
});

test("a local picture has copies, which are not kept for ever; a damaged one leads to its original", async () => {
  const file = await node.publish(await photo(1000, 600, "#456789"), {
    filename: "local.jpg",
    state: "local",
  });
  const post = await node.publish(`![](/ewp/contents/${file.contentHash})`, { state: "local" });
  const [url = ""] = copies(file.contentHash, 400);
  expect((await get(`/publications/${post.id}`)).body).toContain(`${url} 400w`);
  expect((await get(url)).headers["cache-control"]).toBe("public, max-age=3600");
  const whole = await photo(1000, 601, "#56789a");
  const damaged = await node.publish(whole.subarray(0, whole.length - 400), { filename: "half.jpg" });
  const { statusCode, headers } = await get(copies(damaged.contentHash, 400)[0] ?? "");
  expect([statusCode, headers["cache-control"]]).toEqual([302, "no-store"]);
  expect(headers.location).toContain(`/ewp/contents/${damaged.contentHash}`);
});

test("maintenance makes the copies of what is public, once, before anybody asks", async () => {
  const file = await node.publish(await photo(900, 600, "#6789ab"), { filename: "ahead.jpg" });
  const asked: string[] = [];
  const { open } = node.ctx.thumbnails;
  const thumbnails: typeof node.ctx.thumbnails = {
    ...node.ctx.thumbnails,
    open: (hash, size, mediaType) => {
      if (hash === file.contentHash) asked.push(size);
      return open(hash, size, mediaType);
    },
  };
  const copy = createPictureCopier();
  const { signal } = new AbortController();
  await copy({ ...node.ctx, thumbnails }, signal);
  await copy({ ...node.ctx, thumbnails }, signal);
  expect(asked).toEqual(["400.webp", "800.webp", "1200.webp"]);
});

test("the avatar has small copies; an old one leads to the new", async () => {
  await setAvatar(node.ctx, await photo(800, 500, "#789abc"));
  const hash = (await node.ctx.owner.get())?.avatarHash;
  const url = `/pictures/${hash}/avatar-96.webp`;
  expect((await get("/")).body).toContain(
    `<img class="portrait u-photo" src="/pictures/${hash}/avatar-192.webp" srcset="${url} 96w, /pictures/${hash}/avatar-192.webp 192w" sizes="40px" alt=""/>`,
  );
  const { headers, rawPayload } = await get(url);
  expect(headers["cache-control"]).toBe("public, immutable, max-age=31536000");
  expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 96, height: 96 });
  await setAvatar(node.ctx, await photo(400, 400, "#89abcd"));
  expect((await get(url)).headers.location).toBe("/ewp/avatar");
});
