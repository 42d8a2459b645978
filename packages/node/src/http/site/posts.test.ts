import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";
import { updateSettings } from "../../domain/settings/settings.ts";
import { destroyPublication } from "../../domain/trash/destroy.ts";

const script = "<script>alert(1)</script>";
const attribute = `"><img src=x onerror=alert(1)>`;

let node: HttpNode;
beforeAll(async () => {
  node = await openHttpNode({ title: `Ada ${script}`, description: `About ${attribute}` });
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
});

const get = (url: string, headers: Record<string, string> = {}) => node.app.inject({ url, headers });

/** Markup that would run or load: a tag that is not ours, or an attribute that is none of text. */
function expectHarmless(html: string): void {
  // The facts for schema.org are data, and the scripts and the four forms are the site's own.
  const rest = html
    .replace(/<script type="application\/ld\+json">[^<]*<\/script>/g, "")
    .replace(/<script type="module" src="\/assets\/[\w.-]+"><\/script>/g, "")
    .replace(/<form (?=[^>]*data-follow=)[^>]*>/g, "")
    .replace(/<form (?=[^>]*action="\/(search|preferences|comments)")[^>]*>/g, "");
  expect(rest).not.toMatch(/<script|<iframe|<object|<embed|<style|<base|<form/i);
  const tags = (html.match(/<[a-z][^>]*>/gi) ?? []).map((tag) => tag.replace(/"[^"]*"/g, '""'));
  expect(tags.filter((tag) => /\son\w+\s*=/i.test(tag))).toEqual([]);
  expect(html).not.toMatch(/(href|src)\s*=\s*["']?\s*(javascript|data|vbscript):/i);
  expect(html).not.toMatch(/<img[^>]*src="(?!\/)/i);
}

test("every page leads to the ways to follow, as far as the owner has some", async () => {
  const link = 'href="/follow"';
  expect((await get("/archive")).body).toContain(link);
  expect((await get("/follow")).body).toContain("data-follow=");
  expect((await get("/follow")).body).toContain("https://ada.example/feed.xml");
  await updateSettings(node.ctx, { allowFollow: false });
  const { body } = await get("/follow");
  expect(body).not.toContain("data-follow=");
  expect(body).toContain("https://ada.example/feed.xml");
  await updateSettings(node.ctx, { enableRss: false });
  expect((await get("/archive")).body).not.toContain(link);
  expect((await get("/follow")).body).toContain("be followed and has no feed");
  await updateSettings(node.ctx, { allowFollow: true, enableRss: true });
  expect((await get("/archive")).body).toContain(link);
});

describe("posts", () => {
  test("markup in a title, a description, Markdown, a caption and a file name stays text", async () => {
    const post = await node.publish(
      `# ${script}\n\n${attribute}\n\n[a](javascript:alert(1)) ![b](https://elsewhere.example/x.png) <b onclick=x>`,
    );
    const file = await node.publish(new Uint8Array([1, 2, 3]), {
      filename: `${attribute}.bin`,
      description: script,
    });
    for (const url of ["/", `/publications/${post.id}`, `/publications/${file.id}`]) {
      const reply = await get(url);
      expect(reply.statusCode).toBe(200);
      expectHarmless(reply.body);
      expect(reply.body).toContain("Ada &lt;script&gt;");
    }
    expect((await get(`/publications/${post.id}`)).body).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  });

  test("a page is guarded by headers that let nothing of anybody else's run", async () => {
    const { headers } = await get("/");
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
    expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "referrer-policy": "same-origin" });
  });

  test("a link of the reference node's publishing tool leads to the post (decisions 9)", async () => {
    const number = await node.publish("its slug is a number", { slug: "20260101" });
    await node.publish("its slug is text", { slug: "文字-1" });
    for (const slug of ["20260101", "文字-1"]) {
      const reply = await get(`/publications/${encodeURIComponent(slug)}`);
      expect([reply.statusCode, reply.headers.location]).toEqual([302, `/slug/${encodeURIComponent(slug)}`]);
      expect((await get(String(reply.headers.location))).statusCode).toBe(200);
    }
    // A post is found by its number or its hash, whatever the slugs of others are.
    await node.publish("its slug is another's number", { slug: String(number.id) });
    expect((await get(`/publications/${number.id}`)).body).toContain("its slug is a number");
    await node.publish("a draft", { slug: "a-draft", state: "draft" });
    for (const slug of ["a-draft", "no-such-post", "%00", "..%2Fslug"]) {
      expect([slug, (await get(`/publications/${slug}`)).statusCode]).toEqual([slug, 404]);
    }
  });

  test("a post is found by its number, its hash and its slug", async () => {
    const post = await node.publish("found three times", { slug: "日記" });
    const page = "/slug/%E6%97%A5%E8%A8%98";
    const byHash = await get(`/publications/${post.contentHash}`);
    expect([byHash.statusCode, byHash.headers.location]).toEqual([301, page]);
    for (const url of [`/publications/${post.id}`, page]) {
      const reply = await get(url);
      expect([url, reply.statusCode]).toEqual([url, 200]);
      expect(reply.body).toContain("found three times");
      expect(reply.body).toContain('rel="canonical" href="https://ada.example/slug/%E6%97%A5%E8%A8%98"');
    }
  });

  test("a page with formulas brings the font for them, from here, and no other page does", async () => {
    const plain = await node.publish("No formula: &lt;math&gt; and `<math>`.");
    const { id } = await node.publish("Euler: $e^{i\\pi} = -1$");
    const stylesheet = /href="(\/assets\/formulas\.\w+\.css)"/;
    expect((await get(`/publications/${plain.id}`)).body).not.toMatch(stylesheet);
    const [, href = ""] = stylesheet.exec((await get(`/publications/${id}`)).body) ?? [];
    const fonts = [...(await get(href)).body.matchAll(/url\("([^"]+)"\)/g)].map(([, path]) => path ?? "");
    expect(fonts).toHaveLength(2);
    for (const path of fonts) {
      const { statusCode, headers, rawPayload } = await get(path);
      expect([statusCode, headers["content-type"]]).toEqual([200, "font/woff2"]);
      expect(rawPayload.subarray(0, 4).toString()).toBe("wOF2");
    }
  });

  test("a draft is nowhere", async () => {
    const draft = await node.publish("nobody may read this", { state: "draft", slug: "secret" });
    for (const url of [
      `/publications/${draft.id}`,
      `/publications/${draft.contentHash}`,
      "/slug/secret",
      `/publications/${draft.id}/file`,
    ]) {
      expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
    }
    expect((await get("/")).body).not.toContain("nobody may read this");
  });

  test("a local post says that it is this site only, and a signed one has its seal", async () => {
    const local = await node.publish("unsigned words", { state: "local" });
    expect((await get(`/publications/${local.id}`)).body).toContain("this site only");
    const signed = await node.publish("signed words");
    const page = (await get(`/publications/${signed.id}`)).body;
    expect(page).not.toContain("this site only");
    expect(page).toContain('class="seal"');
    expect(page).toContain("Signed by");
  });

  test("a page that is kept goes with its post", async () => {
    const post = await node.publish("here for a moment");
    const first = await get(`/publications/${post.id}`);
    const again = await get(`/publications/${post.id}`, { "if-none-match": String(first.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    expect((await get("/")).body).toContain("here for a moment");
    await destroyPublication(node.ctx, post.id);
    expect((await get(`/publications/${post.id}`)).statusCode).toBe(410);
    expect((await get("/")).body).not.toContain("here for a moment");
  });
});

test("a long text has its contents, whose links lead to headings; a list and a feed lead to the same place", async () => {
  const words = "The loom weaves flowers and leaves. ".repeat(60);
  const parts = ["Methods", "方法", "Results", "Comments"].map((title) => `## ${title}\n\n${words}`);
  const post = await node.publish(`# Long\n\nSee [below](#methods).\n\n${parts.join("\n\n")}`, {
    slug: "long",
  });
  const page = (await get(`/slug/${post.slug}`)).body;
  const ids = [...page.matchAll(/<h2 id="([^"]*)"/g)].map(([, id]) => id);
  expect(ids).toEqual(["methods", "方法", "results", "h-comments"]);
  const [contents = ""] = /<nav class="contents"[\s\S]*?<\/nav>/.exec(page) ?? [];
  expect([...contents.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id)).toEqual(ids);
  expect(page).toContain('See <a href="#methods"');
  expect(new Set([...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)).size).toBe(
    [...page.matchAll(/ id="/g)].length,
  );
  const feed = (await get("/feed.json")).body;
  expect(feed).toContain("https://ada.example/slug/long#methods");
  expect(feed).toContain('<h2 id=\\"方法\\">');
});

describe("files", () => {
  test("the bytes of a local one are served here, guarded; those of a signed one by the protocol", async () => {
    const html = new TextEncoder().encode(script);
    const local = await node.publish(html, { state: "local", filename: "x.html", mediaType: "text/html" });
    const reply = await get(`/publications/${local.id}/file`, { range: "bytes=0-6" });
    expect([reply.statusCode, reply.body]).toEqual([206, "<script"]);
    expect(reply.headers).toMatchObject({
      "content-security-policy": "sandbox; default-src 'none'",
      "content-disposition": 'inline; filename="x.html"',
      "cache-control": "public, max-age=0, must-revalidate, s-maxage=5, stale-while-revalidate=5",
    });
    const signed = await node.publish(html, { filename: "x.html" });
    const moved = await get(`/publications/${signed.id}/file`);
    expect([moved.statusCode, moved.headers.location]).toEqual([
      302,
      `/ewp/contents/${signed.contentHash}?timestamp=${signed.timestamp}`,
    ]);
  });

  test("what pages refer to is there, for ever", async () => {
    const page = (await get("/archive")).body;
    const paths = [...page.matchAll(/href="(\/assets\/[^"]+)"/g)].map(([, path]) => String(path));
    expect(paths).toHaveLength(2);
    for (const path of paths) {
      const reply = await get(path);
      expect([path, reply.statusCode]).toEqual([path, 200]);
      expect(reply.headers["cache-control"]).toContain("immutable");
      expect(reply.headers["content-type"]).toMatch(/^(text\/css|image\/svg\+xml)/);
    }
    expect((await get("/assets/site.000000000000.css")).statusCode).toBe(404);
  });
});

test("twenty posts stand on a page, newest first", async () => {
  await using many = await openHttpNode();
  for (let i = 1; i <= 45; i += 1) {
    await many.publish(`post number ${i}.`, i % 2 === 0 ? { state: "local" } : {});
  }
  const seen: string[] = [];
  for (const page of [1, 2, 3]) {
    const reply = await many.app.inject(page === 1 ? "/" : `/?page=${page}`);
    seen.push(...[...reply.body.matchAll(/post number (\d+)\./g)].map(([, number]) => String(number)));
    expect(reply.body.includes('rel="next"')).toBe(page < 3);
    expect(reply.body.includes('rel="prev"')).toBe(page > 1);
  }
  expect(seen).toHaveLength(45);
  expect(new Set(seen).size).toBe(45);
  expect((await many.app.inject("/?page=4")).statusCode).toBe(404);
  for (const query of ["?page=1&page=2", "?page=", "?page=-1", "?page=1e3", "?page=99999999999999999999"]) {
    expect([query, (await many.app.inject(`/${query}`)).statusCode]).toEqual([query, 404]);
  }
});
