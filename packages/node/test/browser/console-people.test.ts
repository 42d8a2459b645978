import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { recordPeerEvent } from "../../src/domain/peers/peer-events.ts";
import { setAvatar } from "../../src/domain/profile/avatar.ts";
import { readPosition } from "../../src/modules/feeds/read-position.ts";
import { updateFeed } from "../../src/modules/feeds/store/feeds.ts";
import type { Publication } from "../../src/store/publications/publications.ts";
import { takeScreenshot, widths } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { createCertificateAuthority } from "../support/certificates.ts";
import { expectForEverybody } from "../support/expect-for-everybody.ts";
import { type OwnerConsole, openOwnerConsole } from "../support/owner-console.ts";
import { addPeople } from "../support/people.ts";
import type { TestNode } from "../support/test-network.ts";
import { serveHttps } from "../support/tls-server.ts";

const keys = { ada: 7, bob: 8 } as const;
const hexOf = (key: number) => Buffer.alloc(32, key).toString("hex");

const fixture = useBrowserFixture();
let ada: TestNode;
let bob: TestNode;
let grace: TestNode;
let two: Publication;
beforeAll(async () => {
  ada = await fixture.network.start({ title: "Ada Lovelace", privateKey: hexOf(keys.ada) });
  bob = await fixture.network.start({ title: "Bob", privateKey: hexOf(keys.bob) });
  grace = await fixture.network.start({ title: "Grace Hopper", description: "Compilers, and the sea." });
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#88a06b" } })
    .png()
    .toBuffer();
  await setAvatar(grace.running.context, picture);
  await grace.publish("# One");
  two = await grace.publish("# Two");
});

async function look({ page }: OwnerConsole, url: string): Promise<void> {
  await page.getByLabel("Address of the site").fill(url);
  await page.getByRole("button", { name: "Continue" }).click();
}

test("a node is previewed, followed, unfollowed and followed again", async () => {
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, keys.ada, { path: "/people" });
  const { page } = ownerConsole;
  await page.getByText("You don't follow anyone yet.").waitFor();
  await takeScreenshot(page, "console-people-nobody");
  await page.keyboard.press("n");
  await look(ownerConsole, grace.url.replace("https://", ""));
  await page.getByText("Compilers, and the sea.").waitFor();
  await page.getByText("2 posts").waitFor();
  const picture = page.locator(".node-preview img.portrait");
  expect(await picture.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight])).toEqual([
    128, 128,
  ]);
  expect(await page.locator(".node-preview .digits").textContent()).toBe(grace.signer.address);
  await takeScreenshot(page, "console-people-look");
  await page.getByRole("button", { name: "Follow Grace Hopper" }).click();
  await page.getByText("You sign that your site follows Grace Hopper").waitFor();
  await ownerConsole.sign();
  await page.getByText("You follow Grace Hopper. Their posts appear").waitFor();
  await takeScreenshot(page, "console-people-followed");
  await ada.settled();
  // The list was read again before the dialog told the result: it never shows nobody in between.
  const shown = page
    .getByRole("button", { name: "Grace Hopper" })
    .or(page.getByText("You don't follow anyone yet."));
  await page.getByRole("button", { name: "Close" }).click();
  await shown.first().waitFor();
  expect(await shown.first().textContent()).toBe("Grace Hopper");
  await page.getByRole("button", { name: "Grace Hopper" }).click();
  await page.locator(".details").getByText("2 posts stored").waitFor();
  await ada.running.context.store.transaction((tx) => {
    const event = {
      address: grace.signer.address,
      kind: "other-url",
      url: "https://elsewhere.example",
    } as const;
    return recordPeerEvent(tx, { ...event, detail: { before: grace.url }, now: Date.now() });
  });
  await page.locator(".details summary").getByText("History").click();
  await page.locator(".details").getByText("You followed it").waitFor();
  await page.locator(".details").getByText("signed, verified just now").waitFor();
  await page.locator(".details").getByText("Warning: Uses or claims another web address").waitFor();
  await expectForEverybody(page, "console-people-history");
  await page.getByRole("link", { name: "Show posts" }).click();
  await page.getByRole("heading", { name: "Two" }).waitFor();

  // Her picture is this node's own copy, and her post is quoted with where it comes from.
  const entry = page.getByRole("article").filter({ hasText: "Two" });
  const portrait = entry.locator("img.portrait");
  expect(await portrait.getAttribute("src")).toContain(`/api/portraits/${grace.signer.address}`);
  await expect.poll(() => portrait.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(128);
  const there = await entry
    .getByRole("link", { name: `Reply at ${new URL(grace.url).host}` })
    .getAttribute("href");
  expect(there).toBe(`${grace.url}/slug/two#comments`);
  await takeScreenshot(page, "console-people-their-posts");
  await page.keyboard.press("j");
  await page.keyboard.press("q");
  await page.locator(".cm-content").waitFor();
  await page.getByRole("button", { name: "Preview" }).click();
  const quoted = page.frameLocator(".page-preview").locator("blockquote");
  await quoted.getByText("Grace Hopper").waitFor();
  await quoted.getByText("Two").waitFor();
  expect(await quoted.getByRole("link", { name: "Original" }).getAttribute("href")).toBe(
    `${grace.url}/publications/${two.contentHash}`,
  );
  await page.getByRole("button", { name: "Preview" }).click();
  await page.locator(".cm-content:focus").waitFor();
  await page.keyboard.type("As she says:");
  await page.getByText("As she says:").last().waitFor();
  await page.getByText("only you can see this").waitFor();
  expect(await page.locator(".cm-content").innerText()).toMatch(/^As she says:\s+> Grace Hopper:/);
  await takeScreenshot(page, "console-people-quoted");

  await ownerConsole.goTo("/people");
  await page.getByRole("button", { name: "Grace Hopper" }).click();
  await page.getByRole("button", { name: "Unfollow" }).click();
  await page.getByRole("dialog").waitFor();
  await expectForEverybody(page, "console-unfollow");
  await ownerConsole.sign();
  await page.getByText("You no longer follow Grace Hopper.").waitFor();
  await page.getByRole("link", { name: "Follow again" }).click();
  await page.getByRole("button", { name: "Follow Grace Hopper" }).click();
  await ownerConsole.sign();
  await page.getByText("You follow Grace Hopper.").waitFor();
  expect(ownerConsole.problems).toEqual([]);
});

test("a feed is followed where no node answers, read, kept for later and taken along", async () => {
  const posts = ["The tide tables", "海边的笔记：一个很长很长的标题，看看它在窄屏上怎样换行", "Compilers"];
  const feedOf = (titles: readonly string[]) =>
    `<rss version="2.0"><channel><title>Harbour &amp; Sea</title><description>Notes from a harbour</description>${titles
      .map(
        (title, index) =>
          `<item><title>${title}</title><link>https://harbour.example/${index}</link><guid>${title}</guid><pubDate>${new Date(index < 2 ? Date.UTC(2026, 0, 1 + index) : Date.now()).toUTCString()}</pubDate><description>&lt;p&gt;About &lt;b&gt;${title}&lt;/b&gt;.&lt;script&gt;evil()&lt;/script&gt;&lt;img src="https://evil.example/x.png" alt="A chart"&gt;&lt;/p&gt;</description></item>`,
      )
      .join("")}</channel></rss>`;
  let titles = posts.slice(0, 2);
  await using server = await serveHttps(fixture.network.certificate, (request, response) => {
    const isFeed = request.url === "/feed.xml";
    if (request.url !== "/" && !isFeed) response.writeHead(404).end();
    else if (isFeed) response.writeHead(200, { "content-type": "application/rss+xml" }).end(feedOf(titles));
    else
      response
        .writeHead(200, { "content-type": "text/html" })
        .end('<html><head><link rel="alternate" type="application/rss+xml" href="/feed.xml"></head></html>');
  });
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, keys.ada, {
    path: "/home/people/follow",
  });
  const { page } = ownerConsole;
  await look(ownerConsole, server.url("/"));
  await page.getByText("Notes from a harbour").waitFor();
  await expectForEverybody(page, "console-feed-look");
  await page.getByRole("button", { name: "Subscribe to the feed" }).click();
  await page.getByRole("link", { name: "Harbour & Sea" }).waitFor();
  await expectForEverybody(page, "console-feeds");

  await ownerConsole.goTo("/home");
  const entry = page.getByRole("article").filter({ hasText: "The tide tables" });
  await entry.getByText("not signed").waitFor();
  expect(await entry.locator(".seal").count()).toBe(0);
  // Nothing in it runs or is loaded from elsewhere: a picture is a link.
  expect(await entry.getByRole("link", { name: "A chart" }).getAttribute("href")).toBe(
    "https://evil.example/x.png",
  );
  expect(await entry.locator("img").count()).toBe(0);
  await expectForEverybody(page, "console-feed-timeline");

  // The first visit ends at the newest; what comes later is unread until it is seen.
  const unread = () => readPosition(ada.running.context);
  await expect.poll(unread).toMatchObject({ cursor: expect.any(String), unread: 0 });
  await ownerConsole.goTo("/home/people/feeds");
  titles = posts;
  await ada.running.context.store.transaction((tx) => updateFeed(tx, 1, { nextFetchAt: 0 }));
  await expect.poll(unread).toMatchObject({ unread: 1 });
  await ownerConsole.goTo("/home");
  await page.getByText("1 unread").waitFor();
  await page.getByText("You are up to here").waitFor();
  await expectForEverybody(page, "console-unread");
  await page.getByText("1 unread").waitFor({ state: "hidden" });

  await page.keyboard.press("j");
  await page.keyboard.press("s");
  await page.getByRole("button", { name: "Saved" }).waitFor();
  await ownerConsole.goTo("/home/people/feeds");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export OPML" }).click();
  const opml = await readFile(await (await download).path(), "utf8");
  expect(opml).toContain(`xmlUrl="${server.url("/feed.xml")}"`);
  await page.getByRole("button", { name: "Actions" }).or(page.locator(".row-menu summary")).first().click();
  await page.getByRole("button", { name: "Unfollow" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Unfollow" }).click();
  await page.getByText("You don't follow any feeds yet.").waitFor();
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: "feeds.opml", mimeType: "text/x-opml", buffer: Buffer.from(opml) });
  await page.getByText("1 feed was added.").waitFor();

  await ownerConsole.goTo("/home/later");
  await page.getByRole("button", { name: "Compilers", exact: true }).click();
  await page.getByText("About Compilers.").waitFor();
  await expectForEverybody(page, "console-read-later");
  await page.getByRole("button", { name: "Mark as read: Compilers" }).click();
  await page.getByText("Posts that you save appear here").waitFor();
  expect(ownerConsole.problems).toEqual([]);
});

test("what can't be followed is explained", async () => {
  const strange = await createCertificateAuthority("Nobody's authority");
  const ok = (_: unknown, response: { end(text: string): void }) => response.end("<h1>A site</h1>");
  await using site = await serveHttps(fixture.network.certificate, ok);
  await using distrusted = await serveHttps(await strange.issue(["localhost"]), ok);
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, keys.ada, {
    path: "/people/follow",
  });
  const refusals = [
    ["ftp://localhost", "This is not the address of a site."],
    ["https://localhost:1", "That address doesn't respond."],
    [site.url("/"), "That website can't be followed"],
    [distrusted.url("/"), "certificate is invalid or expired"],
    [ada.url, "This is your own site."],
  ] as const;
  for (const [url, words] of refusals) {
    await look(ownerConsole, url);
    await ownerConsole.page.getByRole("alert").filter({ hasText: words }).waitFor();
  }
  await takeScreenshot(ownerConsole.page, "console-people-refused");

  const careful = await fixture.network.start({
    title: "Careful",
    privateKey: hexOf(9),
    settings: { FREEHOLD_ALLOW_PRIVATE_PEERS: "false", FREEHOLD_PEER_PORTS: "any" },
  });
  await using other = await openOwnerConsole(fixture.browser, careful, 9, { path: "/people/follow" });
  await look(other, grace.url.replace("localhost", "127.0.0.1"));
  await other.page.getByRole("alert").filter({ hasText: "points to a private network" }).waitFor();
});

test("a follower is removed, blocked, unblocked, and the unblock is undone", async () => {
  await grace.follow(bob);
  await using ownerConsole = await openOwnerConsole(fixture.browser, bob, keys.bob, {
    path: "/people/followers",
  });
  const { page } = ownerConsole;
  await page.getByRole("button", { name: "Grace Hopper" }).click();
  await page.getByRole("button", { name: "Remove" }).click();
  await ownerConsole.sign();
  await page.getByText("Grace Hopper no longer follows you.").waitFor();
  await page.locator("dialog").getByRole("button", { name: "Close" }).click();
  await page.getByText("No followers yet.").waitFor();

  await grace.follow(bob);
  await page.reload();
  await page.getByRole("button", { name: "Grace Hopper" }).click();
  await page.getByRole("button", { name: "Block" }).click();
  await page.getByLabel("a note that only you see").fill("too loud");
  await takeScreenshot(page, "console-people-block");
  await ownerConsole.sign();
  await page.getByText("Grace Hopper is blocked.").waitFor();
  await page.locator("dialog").getByRole("button", { name: "Close" }).click();
  await expect(grace.follow(bob)).rejects.toThrow();

  await page.getByRole("link", { name: "Blocked" }).click();
  await page.getByText("Note: too loud").waitFor();
  await page.getByRole("button", { name: "Unblock Grace Hopper" }).click();
  await page.getByText("Grace Hopper is no longer blocked.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Note: too loud").waitFor();
  expect(ownerConsole.problems).toEqual([]);
});

test("an unreachable node shows since when, why, and the next attempt", async () => {
  await grace.stop();
  await ada.publish("# Nobody hears this yet");
  await ada.running.context.store.transaction(async (tx) => {
    const { address } = grace.signer;
    const changes = {
      state: "failing",
      failures: 4,
      failing_since: Date.now() - 3 * 60 * 60 * 1000,
    } as const;
    const error = {
      last_error: "it can't be reached: The connection failed.",
      next_try_at: Date.now() + 7_200_000,
    };
    await tx
      .updateTable("peers")
      .set({ ...changes, ...error })
      .where("address", "=", address)
      .execute();
  });
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, keys.ada, { path: "/people" });
  const row = ownerConsole.page.locator(".person");
  await row.getByText("Failing since 3 hours ago").waitFor();
  await row.getByText("It can't be reached.").waitFor();
  await row.getByText("Next attempt in 2 hours").waitFor();
  await takeScreenshot(ownerConsole.page, "console-people-failing");
  await grace.start();
});

test("a list that can't be loaded says so, offline and when the node fails", async () => {
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, keys.ada, { path: "/timeline" });
  const { page, visit } = ownerConsole;
  await visit.route("**/api/graphql", (route) =>
    route.request().postData()?.includes("query People(") ? route.abort() : route.continue(),
  );
  await page.getByRole("link", { name: "People" }).click();
  await page.getByText("Your node doesn't respond.").waitFor({ timeout: 20_000 });
  await visit.unroute("**/api/graphql");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Grace Hopper" }).waitFor();
  await visit.setOffline(true);
  await page.getByRole("link", { name: "Followers" }).click();
  await page.getByText("This is loaded when you're back online.").waitFor();
  await visit.setOffline(false);
  await page.getByText("No followers yet.").waitFor();
});

test("a thousand people are loaded page by page, and browsed by keyboard", async () => {
  await addPeople(ada.running.context, ada.signer.address, { count: 1_000, side: "followers" });
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, keys.ada, {
    path: "/people/followers",
  });
  const { page } = ownerConsole;
  await page.getByText("1,000").waitFor();
  await expect.poll(() => page.locator(".person").count()).toBe(30);
  await page.keyboard.press("m");
  await expect.poll(() => page.locator(".person").count()).toBe(60);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("o");
  await page.locator(".details .digits").waitFor();
  await visitClipboard(ownerConsole);
  await page.keyboard.press("Escape");
  await page.locator(".details").waitFor({ state: "detached" });
  await page.keyboard.press("?");
  await page.getByRole("heading", { name: "Keyboard shortcuts" }).waitFor();
  await expectForEverybody(page, "console-keys");
  expect(await page.locator("dialog").getByText("Follow a site").count()).toBe(1);
  expect(ownerConsole.problems).toEqual([]);
});

async function visitClipboard({ visit, page }: OwnerConsole): Promise<void> {
  await visit.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.locator(".details").getByRole("button", { name: "Copy" }).click();
  await page.getByText("Copied").waitFor();
  const address = await page.locator(".details .digits").textContent();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
}

test("everybody can use it", async () => {
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, keys.ada, {
    path: "/people",
  });
  const { page } = ownerConsole;
  await page.locator(".person").first().waitFor();
  await expectForEverybody(page, "console-people");
  await page.getByRole("button", { name: "Grace Hopper" }).click();
  await page.locator(".details .digits").waitFor();
  await expectForEverybody(page, "console-people-details");
  for (const path of ["followers", "blocked", "follow"]) {
    await ownerConsole.goTo(`/people/${path}`);
    await expectForEverybody(page, `console-people-${path}`);
  }
  expect(ownerConsole.problems).toEqual([]);
});

test("it speaks Chinese", async () => {
  const language = { language: "zh-CN", width: widths.phone };
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, keys.ada, {
    path: "/people/followers",
    ...language,
  });
  await ownerConsole.page.getByRole("link", { name: "关注者" }).waitFor();
  await ownerConsole.page.locator(".person").first().waitFor();
  await takeScreenshot(ownerConsole.page, "console-people-zh-phone");
});
