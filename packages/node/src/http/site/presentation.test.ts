import { afterAll, beforeAll, expect, test } from "vitest";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";
import { createPublication } from "../../domain/publications/create.ts";
import { presentPublication } from "../../domain/publications/present.ts";
import { signNextImported } from "../../domain/publications/signing/sign-imported.ts";
import type { Tx } from "../../store/database.ts";
import { insertImport } from "../../store/publications/imports.ts";
import { insertOldAddress } from "../../store/publications/old-addresses.ts";
import type { Publication } from "../../store/publications/publications.ts";

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

test("an imported post says when it was written and when it was signed, and its old addresses lead to it", async () => {
  const writtenAt = Date.UTC(2014, 0, 2, 8);
  const source = (async function* () {
    yield Buffer.from("# Harbour\n\nOld words.");
  })();
  const input = { kind: "POST", state: "local", slug: "harbour", source, writtenAt, isQuiet: true } as const;
  const alongside = async (tx: Tx, { id }: Publication) => {
    await insertImport(tx, { format: "wordpress", key: "1", publicationId: id, announce: 0, importedAt: 1 });
    for (const path of ["/2014/01/harbour", "/?p=7", "/slug/old"]) await insertOldAddress(tx, path, id);
  };
  await createPublication(node.ctx, { ...input, alongside });
  expect(await get("/slug/harbour")).toContain('datetime="2014-01-02T08:00:00.000Z">2 January 2014<');
  expect(await signNextImported(node.ctx, node, { announce: false })).toBe(1);
  expect(await signNextImported(node.ctx, node, { announce: false })).toBe(0);
  const page = await get("/slug/harbour");
  expect(page).toContain(
    '<time class="dt-published" datetime="2014-01-02T08:00:00.000Z">2 January 2014</time>, ',
  );
  expect(page).toMatch(/<time datetime="20(?!14)[^"]*">signed /);
  expect(page).toContain(
    '"datePublished":"2014-01-02T08:00:00.000Z","dateModified":"2014-01-02T08:00:00.000Z"',
  );
  expect(JSON.parse(await get("/feed.json")).items.at(-1)).toMatchObject({
    date_published: "2014-01-02T08:00:00.000Z",
  });
  expect(await get("/atom.xml")).toContain("<published>2014-01-02T08:00:00.000Z</published>");
  for (const url of ["/2014/01/harbour/", "/2014/01/harbour?utm=1", "/?p=7", "/slug/old"]) {
    const { statusCode, headers } = await node.app.inject({ url });
    expect([url, statusCode, headers.location]).toEqual([url, 301, "/slug/harbour"]);
  }
  for (const [url, status] of [
    ["/2014/01/other", 404],
    ["/?p=8", 200],
    ["/", 200],
  ] as const) {
    expect([url, (await node.app.inject({ url })).statusCode]).toEqual([url, status]);
  }
  const posted = await node.app.inject({ method: "POST", url: "/2014/01/harbour" });
  expect(posted.statusCode).toBe(404);
});
