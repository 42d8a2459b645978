import { afterAll, beforeAll, expect, test } from "vitest";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";
import { presentPublication } from "../../domain/publications/present.ts";
import type { Publication } from "../../store/publications.ts";

let node: HttpNode;
let post: Publication;
let about: Publication;
beforeAll(async () => {
  node = await openHttpNode({ title: "Ada" });
  post = await node.publish("# On salt\n\nThe harbour smelled of #salt.", { slug: "salt" });
  about = await node.publish("# Who I am\n\nA sailor. #salt", { state: "local", slug: "about" });
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
});

const lists = ["/", "/archive", "/tags/salt", "/feed.xml", "/atom.xml", "/feed.json", "/tags/salt/feed.xml"];
const get = async (url: string) => {
  const { statusCode, body } = await node.app.inject({ url });
  expect([url, statusCode]).toEqual([url, 200]);
  return body.replace(/<header.*?<\/header>/, "");
};

test("a page is at its address and in the sitemap, and in no list, from the next read on", async () => {
  for (const url of lists) expect([url, await get(url)]).toEqual([url, expect.stringContaining("Who I am")]);
  await presentPublication(node.ctx, about.id, { isPage: true });
  for (const url of lists) {
    const body = await get(url);
    expect([url, body]).toEqual([url, expect.not.stringContaining("Who I am")]);
    expect([url, body]).toEqual([url, expect.stringContaining("On salt")]);
  }
  expect(await get("/slug/about")).toContain("Who I am");
  const sitemap = await get("/sitemap.xml");
  for (const slug of ["about", "salt"]) expect(sitemap.split(`/slug/${slug}<`)).toHaveLength(2);
});

test("an excerpt stands for the opening of the text, from the next read on", async () => {
  expect(await get("/slug/salt")).toContain('name="description" content="The harbour smelled of #salt."');
  await presentPublication(node.ctx, post.id, { excerpt: "Rope & salt" });
  expect(await get("/slug/salt")).toContain('name="description" content="Rope &amp; salt"');
  expect(JSON.parse(await get("/feed.json")).items[0].summary).toBe("Rope & salt");
});
