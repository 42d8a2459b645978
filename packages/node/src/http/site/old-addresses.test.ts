import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";
import { updatePublication } from "../../domain/publications/update.ts";
import { updateSettings } from "../../domain/settings/settings.ts";
import { destroyPublication } from "../../domain/trash/destroy.ts";
import { insertOldAddress } from "../../store/publications/old-addresses.ts";
import { cleanPath } from "./old-addresses.ts";

let node: HttpNode;
beforeAll(async () => {
  node = await openHttpNode();
  await node.publish("# Boats\n\n#sailing #my_tag", { slug: "boats" });
});
afterAll(() => node[Symbol.asyncDispose]());

async function lead(url: string): Promise<[number, unknown]> {
  const { statusCode, headers } = await node.app.inject(url);
  return [statusCode, headers.location];
}

describe("feeds of the programs that a site ran on before", () => {
  test.each([
    // WordPress
    ["/feed", "/feed.xml"],
    ["/feed/", "/feed.xml"],
    ["/feed/rss2/", "/feed.xml"],
    ["/feed/rdf/", "/feed.xml"],
    ["/feed/atom/", "/atom.xml"],
    ["/feed/?paged=2", "/feed.xml"],
    ["/blog/feed/", "/feed.xml"],
    ["/rss2", "/feed.xml"],
    ["/rss", "/feed.xml"],
    ["/wp-rss2.php", "/feed.xml"],
    ["/wp-atom.php", "/atom.xml"],
    ["/?feed=rss2", "/feed.xml"],
    ["/?feed=atom", "/atom.xml"],
    ["/?feed=rss2&tag=sailing", "/tags/sailing/feed.xml"],
    ["/index.php/feed/", "/feed.xml"],
    ["/index.php?feed=atom", "/atom.xml"],
    ["/index.php/category/sailing/feed/", "/tags/sailing/feed.xml"],
    ["/index.php", "/"],
    ["/index.html", "/"],
    ["/category/sailing/feed/", "/tags/sailing/feed.xml"],
    ["/category/sport/sailing/feed/atom/", "/tags/sailing/atom.xml"],
    ["/tag/my-tag/feed/", "/tags/my_tag/feed.xml"],
    ["/tag/unknown/feed/", "/feed.xml"],
    ["/author/ada/feed/", "/feed.xml"],
    ["/category/sport/sailing/", "/tags/sailing"],
    ["/tag/my-tag/page/2/", "/tags/my_tag"],
    // Ghost
    ["/tag/sailing/", "/tags/sailing"],
    ["/rss/", "/feed.xml"],
    ["/tag/sailing/rss/", "/tags/sailing/feed.xml"],
    ["/author/ada/rss/", "/feed.xml"],
    // Hugo
    ["/index.xml", "/feed.xml"],
    ["/posts/index.xml", "/feed.xml"],
    ["/tags/sailing/index.xml", "/tags/sailing/feed.xml"],
    ["/categories/my-tag/index.xml", "/tags/my_tag/feed.xml"],
    // Jekyll
    ["/feed/by_tag/sailing.xml", "/tags/sailing/feed.xml"],
    ["/feed/sailing.xml", "/tags/sailing/feed.xml"],
    // Blogger
    ["/feeds/posts/default", "/atom.xml"],
    ["/feeds/posts/default?alt=rss", "/feed.xml"],
    ["/feeds/posts/default/-/Sailing", "/tags/sailing/atom.xml"],
    // The reference node
    ["/publications", "/archive"],
    ["/connections", "/followers"],
  ])("%s leads to %s", async (url, target) => {
    expect(await lead(url)).toEqual([301, target]);
    expect((await node.app.inject(target)).statusCode).toBe(200);
  });

  test.each([
    "/comments/feed/",
    "/?feed=comments-rss2",
    "/?feed=rss2&p=1",
    "/feeds/comments/default",
    "/feeds/123/comments/default",
    "/wp-commentsrss2.php",
  ])("%s, a feed of comments, is gone", async (url) => {
    expect((await lead(url))[0]).toBe(410);
  });

  test("the feed of comments on an imported post is gone, and its page is here", async () => {
    const post = await node.publish("# Old", { slug: "old", state: "local" });
    await node.ctx.store.transaction((tx) => insertOldAddress(tx, "/2014/01/old", post.id));
    expect(await lead("/2014/01/old/")).toEqual([301, "/slug/old"]);
    for (const part of ["comment-page-2/", "amp/", "embed/", "page/3/", "2/", "?amp=1", "?replytocom=7"])
      expect([part, await lead(`/2014/01/old/${part}`)]).toEqual([part, [301, "/slug/old"]]);
    for (const part of ["comment-page-0", "comment-page-x", "amp/amp/amp", "page", "123"])
      expect([part, (await lead(`/2014/01/old/${part}`))[0]]).toEqual([part, 404]);
    expect((await lead("/2014/01/old/feed/"))[0]).toBe(410);
  });

  test("an unknown query and unknown paths are what they were", async () => {
    expect((await lead("/?utm_source=x"))[0]).toBe(200);
    expect((await lead("/?feed=nonsense"))[0]).toBe(200);
    for (const url of [
      "/tag/unknown",
      "/tag/unknown/page/2",
      "/tag",
      "/tags/sailing/x",
      "/feed/sailing",
      "/feeds",
      "/xfeed",
      "/rss.php",
      "/tag/sailing/feed/x",
    ])
      expect([url, (await lead(url))[0]]).toEqual([url, 404]);
  });

  test("a site without feeds leads nowhere", async () => {
    await updateSettings(node.ctx, { enableRss: false });
    expect((await lead("/feed"))[0]).toBe(404);
    expect((await lead("/?feed=rss2"))[0]).toBe(200);
    await updateSettings(node.ctx, { enableRss: true });
    expect((await lead("/feed"))[0]).toBe(301);
  });
});

describe("slashes", () => {
  let port: number;
  beforeAll(async () => {
    port = await node.listen();
  });

  /** Sends the target as it is. */
  async function send(path: string, method = "GET", body?: string) {
    const sent = request({
      host: "127.0.0.1",
      port,
      path,
      method,
      headers: { "content-type": "application/json" },
    });
    sent.end(body);
    const [reply] = (await once(sent, "response")) as [IncomingMessage];
    return { status: reply.statusCode, location: reply.headers.location, body: await text(reply) };
  }

  test("at the end and doubled ones lead to the clean path", async () => {
    const clean = {
      "/slug/boats/": "/slug/boats",
      "//slug//boats//?a=/b//": "/slug/boats?a=/b//",
      "/archive/": "/archive",
    };
    for (const [path, location] of Object.entries(clean)) {
      expect(await send(path)).toMatchObject({ status: 301, location });
      expect(await send(path, "HEAD")).toMatchObject({ status: 301, location });
    }
    const long = `/${"a".repeat(998)}/`;
    expect(await send(long)).toMatchObject({ status: 301, location: long.slice(0, -1) });
    expect((await send(`/a${long}`)).status).toBe(404);
    expect((await send("/archive/", "POST")).status).toBe(404);
    expect((await send("/api/nothing/")).status).toBe(404);
  });

  test("a path of the protocol is answered directly", async () => {
    const { body } = await send("/ewp/profile");
    for (const path of ["//ewp/profile", "/ewp//profile", "/ewp/profile/", "///ewp///profile//"])
      expect([path, await send(path)]).toEqual([path, { status: 200, location: undefined, body }]);
    expect((await send("//ewp/connections", "POST", "{}")).body).toBe('{"error":"INVALID_PAYLOAD"}');
    expect((await send("/ewp/nothing/")).body).toBe('{"error":"NOT_FOUND"}');
  });

  test("none leads to another site", async () => {
    for (const path of [
      "//evil.example/",
      "///evil.example//",
      "/\\evil.example/",
      "//\\evil.example/",
      "/%5Cevil.example/",
    ]) {
      const { status, location = "/" } = await send(path);
      expect([301, 404]).toContain(status);
      expect(new URL(location, "https://ada.example").host).toBe("ada.example");
    }
    expect(["//evil.example/", "/", "/a/?/"].map(cleanPath)).toEqual(["/evil.example", "/", "/a?/"]);
  });
});

test("what was deleted is gone in the words of the reader, on a page that finds something else", async () => {
  const post = await node.publish("# Away", { state: "local" });
  const file = await node.publish(new Uint8Array([1, 2, 3]), { state: "local", filename: "a.bin" });
  await updatePublication(node.ctx, post.id, { slug: "further-away" });
  await destroyPublication(node.ctx, post.id);
  await destroyPublication(node.ctx, file.id);
  for (const url of ["/slug/away", "/slug/further-away", `/publications/${file.id}/file`]) {
    const reply = await node.app.inject({ url, headers: { "accept-language": "en" } });
    expect([url, reply.statusCode]).toEqual([url, 410]);
    expect(reply.body).toContain("This page was deleted");
    expect(reply.body).toContain('action="/search"');
  }
  const chinese = await node.app.inject({ url: "/slug/away", headers: { "accept-language": "zh" } });
  expect(chinese.body).toContain("页面已删除");
});

describe("the page of a tag and its feeds", () => {
  const urlsOf = (tag: string) =>
    ["", "/feed.xml", "/atom.xml", "/feed.json"].map((rest) => `/tags/${encodeURIComponent(tag)}${rest}`);
  const answers = async (tag: string) =>
    await Promise.all(urlsOf(tag).map(async (url) => (await lead(url))[0]));
  const here = [200, 200, 200, 200];
  const gone = [410, 410, 410, 410];

  test.each([
    ["is deleted", (id: number) => destroyPublication(node.ctx, id)],
    ["is a draft again", (id: number) => updatePublication(node.ctx, id, { state: "draft" })],
    ["says it no more", (id: number) => updatePublication(node.ctx, id, { body: "# Calm" })],
  ])("are gone after the last post with it %s, and come back with the next one", async (what, leave) => {
    const tag = `wind港${what.length}`;
    const first = await node.publish(`# One\n\n#${tag}`, { state: "local" });
    const second = await node.publish(`# Two\n\n#${tag}`, { state: "local" });
    expect(await answers(tag)).toEqual(here);
    await leave(first.id);
    expect(await answers(tag)).toEqual(here);
    await leave(second.id);
    expect(await answers(tag)).toEqual(gone);
    expect(await answers(tag.toUpperCase())).toEqual(gone);
    await node.publish(`# Three\n\n#${tag}`, { state: "local" });
    expect(await answers(tag)).toEqual(here);
  });

  test("were never there for a tag of a draft, of a signed post they are gone, too", async () => {
    const draft = await node.publish("# Plan\n\n#secretplan", { state: "draft" });
    await updatePublication(node.ctx, draft.id, { body: "# Plan\n\n#otherplan" });
    await destroyPublication(node.ctx, draft.id);
    for (const tag of ["secretplan", "otherplan"]) expect(await answers(tag)).toEqual([404, 404, 404, 404]);
    const signed = await node.publish("# Sworn\n\n#sworn");
    expect(await answers("sworn")).toEqual(here);
    await destroyPublication(node.ctx, signed.id);
    expect(await answers("sworn")).toEqual(gone);
  });
});
