import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";
import { presentPublication } from "../../domain/publications/present.ts";
import { updateSettings } from "../../domain/settings/settings.ts";
import { destroyPublication } from "../../domain/trash/destroy.ts";

let node: HttpNode;
beforeAll(async () => {
  node = await openHttpNode({ title: "Ada", description: "About salt" });
  await node.publish("# On salt\n\nThe harbour smelled of rope.", { slug: "salt" });
  await node.publish("# Über Brot\n\nEin Satz.", { slug: "brot" });
  await node.publish("# 论海\n\n海*很*大。", { slug: "sea" });
  await node.publish("# The *newest* of $x^2$\n\nIts lead is here.\n\n## And more\n\nThe rest.", {
    slug: "newest",
  });
});
afterAll(() => node[Symbol.asyncDispose]());

const gif = Buffer.from("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=", "base64");
const get = async (url: string) => (await node.app.inject({ url })).body;
const headerOf = (page: string) => /<header class="site-header.*?<\/header>/.exec(page)?.[0] ?? "";

describe("the first page", () => {
  test("has the newest post with its first paragraph, and the others as lines by year", async () => {
    const page = await get("/");
    expect(page).toContain("Its lead is here.");
    expect(page).not.toContain("The rest.");
    expect(page).not.toContain("The harbour smelled");
    const rows = /<ol class="column rows">.*?<\/ol>/.exec(page)?.[0] ?? "";
    expect([...rows.matchAll(/class="p-name">([^<]*)</g)].map(([, title]) => title)).toEqual([
      "论海",
      "Über Brot",
      "On salt",
    ]);
    expect(page).toContain(`<h2 class="margin">${new Date().getUTCFullYear()}</h2>`);
    expect(rows).toContain('<li class="h-entry" lang="zh">');
  });

  test("has the seal of a signed post beside its date, and none beside that of a local one", async () => {
    const local = await node.publish("# Only here", { state: "local", slug: "only-here" });
    const { id } = await node.publish("# After it", { slug: "after" });
    const rows = [...(await get("/")).matchAll(/<li class="h-entry".*?<\/li>/g)].map(([row]) => row);
    const hasSeal = (title: string) =>
      rows.find((row) => row.includes(title))?.includes('aria-label="signed"');
    expect([hasSeal("On salt"), hasSeal("Only here")]).toEqual([true, false]);
    for (const one of [local.id, id]) await destroyPublication(node.ctx, one);
  });

  test("shows the owner's excerpt, and whole texts where the owner wants them, from the next read on", async () => {
    const { id } = await node.publish("# Later\n\nThe words of the text.", { slug: "later" });
    await presentPublication(node.ctx, id, { excerpt: "In short" });
    expect(await get("/")).toContain('<p class="standfirst p-summary" dir="auto">In short</p>');
    await updateSettings(node.ctx, { fullTextsOnHome: true });
    const page = await get("/");
    expect(page).toContain("The harbour smelled of rope.");
    expect(page).toContain("The words of the text.");
    await updateSettings(node.ctx, { fullTextsOnHome: null });
    expect(await get("/")).not.toContain("The harbour smelled");
  });

  test("is a grid on a dark ground with the theme for photographs, of the first pictures of texts and of words", async () => {
    const picture = await node.publish(gif, { filename: "sea.gif", mediaType: "image/gif" });
    const text = `# Seen\n\n${"Words. ".repeat(100)}\n\n![The sea](/ewp/contents/${picture.contentHash})`;
    const { id } = await node.publish(text, { slug: "seen" });
    await updateSettings(node.ctx, { siteTheme: "photographs" });
    const page = await get("/");
    const tiles = page.match(/<li class="h-entry.*?<\/li>/gs) ?? [];
    expect(tiles[0]).toMatch(/^<li class="h-entry"[^>]*>\s*<img [^>]*width="1" height="1"/);
    expect(tiles[1]).toMatch(/^<li class="h-entry words"/);
    expect(page).not.toContain('class="newest');
    expect(page).toContain('data-theme="dark"');
    const ofReader = { url: "/", headers: { cookie: "freehold_theme=light" } };
    expect((await node.app.inject(ofReader)).body).toContain('data-theme="light"');
    expect((await node.app.inject("/console")).body).not.toContain('data-theme="dark"');
    await updateSettings(node.ctx, { siteTheme: null });
    expect(await get("/")).toContain('data-theme="system"');
    for (const one of [id, picture.id]) await destroyPublication(node.ctx, one);
  });
});

describe("the header", () => {
  test("is on every page, with the owner's pages in their order, from the next read on", async () => {
    const links = async () =>
      [...headerOf(await get("/archive")).matchAll(/href="([^"]+)"/g)].map(([, to]) => to);
    expect(await links()).toEqual(["/", "/archive", "/about", "/search", "/follow"]);
    const about = await node.publish("# Who I am\n\nA sailor.", { state: "local", slug: "who" });
    await presentPublication(node.ctx, about.id, { isPage: true });
    expect(await links()).toEqual(["/", "/archive", "/slug/who", "/search", "/follow"]);
    expect(headerOf(await get("/slug/salt"))).toContain('<a href="/slug/who">Who I am</a>');
    // A page is no post: it has no neighbours, no comments and no date in its head.
    expect(await get("/slug/who")).not.toMatch(/id="comments"|class="neighbours|"BlogPosting"/);
    expect(await get("/about")).toContain("About salt");
    const siteMenu = JSON.stringify([
      { to: "https://shop.example/?a=1&b=2", name: "Shop <1>" },
      { to: "/slug/who", name: "Who" },
      { to: "/search", isHidden: true },
    ]);
    await updateSettings(node.ctx, { siteMenu });
    expect(await links()).toEqual([
      "/",
      "https://shop.example/?a=1&amp;b=2",
      "/slug/who",
      "/archive",
      "/follow",
    ]);
    expect(headerOf(await get("/slug/salt"))).toContain('<a href="/slug/who">Who</a>');
    expect(headerOf(await get("/slug/salt"))).toContain(">Shop &lt;1&gt;</a>");
    await updateSettings(node.ctx, { siteMenu: null });
    expect(await links()).toEqual(["/", "/archive", "/slug/who", "/search", "/follow"]);
  });

  test("a page that does not exist has a search, and the way home", async () => {
    const page = await get("/nowhere");
    expect(page).toContain('<form class="search-form" role="search" action="/search">');
    expect(page).toContain('<a href="/">Go to the home page</a>');
    expect(headerOf(page)).toContain('href="/"');
  });
});

describe("a post", () => {
  test("has its title once, with its markup, its language, and the posts beside it", async () => {
    const page = await get("/slug/newest");
    expect(page.match(/<h1/g)).toHaveLength(1);
    expect(page).toMatch(/<h1 class="p-name" dir="auto">The <em>newest<\/em> of <math/);
    expect(page).toMatch(
      /<a class="prev" rel="prev" href="\/slug\/sea"><small>Previous<\/small><bdi>论海<\/bdi><\/a>/,
    );
    expect(await get("/slug/sea")).toContain('<article class="h-entry" lang="zh"');
    expect(await get("/slug/brot")).toContain('<article class="h-entry" lang="en"');
    expect(await get("/slug/salt")).not.toContain('rel="prev"');
  });

  test("leads past files to the post before it; a file leads to the file before it", async () => {
    const before = await node.publish("# Before files");
    const alone = await node.publish(Buffer.from("alone"), { filename: "alone.txt" });
    const shown = await node.publish(Buffer.from("shown"), { filename: "shown.txt" });
    const post = await node.publish(`# Behind files\n\n![it](/ewp/contents/${shown.contentHash})`, {
      slug: "behind",
    });
    const previousOn = async (path: string) =>
      /<a class="prev"[^>]*><small>Previous<\/small><bdi>([^<]*)/.exec(await get(path))?.[1];
    expect(await previousOn("/slug/behind")).toBe("Before files");
    expect(await previousOn(`/publications/${shown.id}`)).toBe("alone.txt");
    const archive = await get("/archive");
    expect([archive.includes("alone.txt"), archive.includes("shown.txt")]).toEqual([true, false]);
    for (const { id } of [before, alone, shown, post]) await destroyPublication(node.ctx, id);
  });

  test("without a title has one for those who listen", async () => {
    const { id } = await node.publish("Just a line.");
    expect(await get(`/publications/${id}`)).toContain('<h1 class="unseen">Just a line.</h1>');
  });
});

test("the design that the owner chose is a stylesheet after the site's, and the HTML stays the same", async () => {
  const plain = await get("/archive");
  await updateSettings(node.ctx, { siteTheme: "journal" });
  const page = await get("/archive");
  const [link = "", path = ""] =
    /<link rel="stylesheet" href="(\/assets\/theme-journal[^"]+)"\/>/.exec(page) ?? [];
  expect(page.replace(link, "")).toBe(plain);
  expect(page.indexOf("/assets/site.")).toBeLessThan(page.indexOf(path));
  const { statusCode, headers, body } = await node.app.inject({ url: path });
  expect([statusCode, headers["content-type"]]).toEqual([200, "text/css; charset=utf-8"]);
  expect(body).toContain("--paper:");
  expect(await get("/console")).not.toContain(path);
  expect(await get("/nowhere")).toContain(path);
  await expect(updateSettings(node.ctx, { siteTheme: "loud" })).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
  });
  await updateSettings(node.ctx, { siteTheme: null });
  expect(await get("/archive")).toBe(plain);
});

test("every page at an address that the owner has left names the new one", async () => {
  const settings = { FREEHOLD_URL: "https://old.example" };
  await using moved = await openHttpNode({ title: "Ada", settings });
  const banner = 'This site has moved to <a href="https://ada.example/">ada.example</a>';
  for (const url of ["/", "/archive", "/", "/nothing-here", "/nothing-here"]) {
    for (const [host, isTold] of [
      ["old.example", true],
      ["ada.example", false],
      ["127.0.0.1:8543", false],
    ] as const) {
      const { body } = await moved.app.inject({ url, headers: { host } });
      expect([url, host, body.includes(banner)]).toEqual([url, host, isTold]);
    }
  }
  const { body } = await moved.app.inject({ url: "/archive", headers: { host: "old.example" } });
  expect(body).toContain('<link rel="canonical" href="https://ada.example/archive"/>');
});
