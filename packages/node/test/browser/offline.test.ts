import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { updateSettings } from "../../src/domain/settings/settings.ts";
import { expectAccessible, openVisit, takeScreenshot, watchPage } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { expectForEverybody } from "../support/expect-for-everybody.ts";
import { openOwnerConsole } from "../support/owner-console.ts";
import type { TestNode } from "../support/test-network.ts";

const key = new Uint8Array(32).fill(7);
const longWord = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";

const fixture = useBrowserFixture();
let node: TestNode;
beforeAll(async () => {
  node = await fixture.network.start({ title: "Ada", privateKey: Buffer.from(key).toString("hex") });
  for (const [title, slug] of [
    ["Salt & “sea” <b>", "salt"],
    ["Unread", "unread"],
    [longWord, "long"],
    ["论盐", "yan"],
  ])
    await node.publish(`# ${title}\n\nWords of ${slug}. #words`, { slug: slug ?? "" });
});

/** The stores of the browser for this site, by name, with the addresses in each. */
const cachedIn = (page: Page) =>
  page.evaluate(async () => {
    const stores = await Promise.all(
      (await caches.keys()).map(async (name) => {
        const requests = await (await caches.open(name)).keys();
        return [name, requests.map(({ url }) => url.slice(new URL(url).origin.length))] as const;
      }),
    );
    return Object.fromEntries(stores);
  });

const pagesIn = async (page: Page) => (await cachedIn(page))["site pages 1"] ?? [];

/** Reads a page until the browser has it. */
async function read(page: Page, path: string): Promise<void> {
  await page.goto(`${node.url}${path}`);
  await expect.poll(() => pagesIn(page)).toContain(path);
}

/** The line is cut, and comes back. */
async function without(visit: BrowserContext, act: () => Promise<void>): Promise<void> {
  await visit.setOffline(true);
  await act();
  await visit.setOffline(false);
}

const banner = "You're offline.";

test("pages that were read open offline and say so; others wait for the connection", async () => {
  const visit = await openVisit(fixture.browser);
  const page = await visit.newPage();
  const { problems } = watchPage(page, node.url);
  // The first page came before there was anything to keep it.
  await read(page, "/slug/salt");
  await read(page, "/");
  // By a link that was fetched ahead, as readers go.
  const link = page.getByRole("link", { name: longWord }).first();
  await link.hover();
  await page.waitForTimeout(600);
  await link.click();
  await page.getByText("Words of long.").waitFor();
  await expect.poll(() => pagesIn(page)).toContain("/slug/long");
  const paper = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(problems).toEqual([]);

  await visit.setOffline(true);
  const failed: string[] = [];
  page.on("requestfailed", (request) => failed.push(new URL(request.url()).pathname));
  await page.goto(`${node.url}/slug/salt`);
  await page.getByText(banner).waitFor();
  await page.getByRole("heading", { name: "Salt & “sea” <b>" }).waitFor();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(paper);
  expect(failed.filter((path) => path.startsWith("/assets/"))).toEqual([]);
  await expectAccessible(page);
  await takeScreenshot(page, "offline-kept");

  await page.goto(`${node.url}/slug/unread`);
  await page.getByRole("heading", { name: "You're offline" }).waitFor();
  const posts = page.getByRole("region", { name: "Saved in this browser" }).getByRole("link");
  expect(await posts.allTextContents()).toEqual([longWord, "Salt & “sea” <b>"]);
  await posts.last().click();
  await page.getByText("Words of salt.").waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "You're offline" }).waitFor();

  await visit.setOffline(false);
  await page.getByText("Words of unread.").waitFor();
  expect(await page.getByText(banner).count()).toBe(0);
  await visit.close();
});

test("no link with a secret is cached, nor private pages, API answers or live data", async () => {
  await using ownerConsole = await openOwnerConsole(fixture.browser, node, 7, { noWorkers: false });
  const { visit, page } = ownerConsole;
  await read(page, "/slug/salt");
  const scopes = () =>
    page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname).sort(),
    );
  // The console registers its worker some seconds after its first view.
  await page.goto(`${node.url}/console`);
  await expect.poll(scopes).toEqual(["/", "/console"]);
  const token = "t".repeat(43);
  for (const path of [
    `/comments/confirm?id=1&token=${token}`,
    `/comments/delete?id=1&token=${token}`,
    "/comments/sent?post=1",
    `/slug/salt?token=${token}`,
    `/?token=${token}`,
    "/verify?of=1",
    "/search?q=salt",
    "/nowhere",
    "/console/settings/site",
    "/api/install",
    "/ewp/profile",
    "/feed.json",
    "/publications/1",
  ])
    await page.goto(`${node.url}${path}`, { waitUntil: "load" });
  await expect.poll(() => pagesIn(page)).toContain("/publications/1");
  const kept = await cachedIn(page);
  expect(kept["site pages 1"]?.toSorted()).toEqual(["/publications/1", "/slug/salt"]);
  const files = Object.entries(kept).flatMap(([name, paths]) => (name === "site pages 1" ? [] : paths));
  expect(files.filter((path) => !/^\/assets\/[^?]+$|^\/offline$|^\/console$/.test(path))).toEqual([]);
  expect(JSON.stringify(kept)).not.toContain(token);
  // The console's worker needs its page before it can answer without a connection.
  await expect.poll(async () => Object.values(await cachedIn(page)).flat()).toContain("/console");
  await without(visit, async () => {
    await page.goto(`${node.url}/console/timeline`);
    await page.getByText(/^(?:You're offline|Your node doesn't respond)/).waitFor();
  });
});

test("a newer version takes over: other files that the older one cached go, and a page is fetched again", async () => {
  const visit = await openVisit(fixture.browser);
  const page = await visit.newPage();
  await read(page, "/slug/salt");
  await read(page, "/slug/long");
  const before = await cachedIn(page);
  const stylesheetOf = () => page.locator('link[rel="stylesheet"]').first().getAttribute("href");
  const older = await stylesheetOf();

  await updateSettings(node.running.context, { accentHue: "200" });
  await page.reload();
  expect(await stylesheetOf()).not.toBe(older);
  // To look into a store that was deleted in this moment makes it again, with nothing in it.
  const shells = (kept: Record<string, string[]>) =>
    Object.keys(kept).filter((name) => name.startsWith("site shell ") && kept[name]?.length !== 0);
  await expect.poll(async () => shells(await cachedIn(page))).not.toEqual(shells(before));
  await expect.poll(async () => shells(await cachedIn(page))).toHaveLength(1);
  const newer = await stylesheetOf();

  await without(visit, async () => {
    await page.goto(`${node.url}/slug/long`);
    await page.getByText(banner).waitFor();
    expect(await stylesheetOf()).toBe(newer);
    // Pages that nobody read since then are as they were, whole.
    await page.goto(`${node.url}/slug/salt`);
    expect(await stylesheetOf()).toBe(older);
    expect(
      await page
        .locator(".portrait")
        .first()
        .evaluate((one) => one.clientWidth),
    ).toBeLessThan(60);
  });
  await read(page, "/slug/salt");
  await expect.poll(async () => (await cachedIn(page))["site files 1"]).not.toContain(older);
  expect(await stylesheetOf()).toBe(newer);
  await visit.close();
});

test("a deleted post leaves the cache", async () => {
  const visit = await openVisit(fixture.browser);
  const page = await visit.newPage();
  const { id } = await node.draft("# Soon gone", "local");
  await read(page, `/publications/${id}`);
  await node.running.context.store.db.deleteFrom("publications").where("id", "=", id).execute();
  await page.goto(`${node.url}/publications/${id}`);
  await page.getByRole("heading", { name: "This page doesn't exist" }).waitFor();
  await expect.poll(() => pagesIn(page)).not.toContain(`/publications/${id}`);
  await visit.close();
});

test("the offline page is for everybody", async () => {
  const visit = await openVisit(fixture.browser, { language: "zh-CN" });
  const page = await visit.newPage();
  for (const path of ["/slug/yan", "/slug/salt", "/slug/long"]) await read(page, path);
  await without(visit, async () => {
    await page.goto(`${node.url}/archive`);
    await page.getByRole("heading", { name: "你已离线" }).waitFor();
    await page.getByRole("link", { name: "论盐" }).waitFor();
    await expectForEverybody(page, "offline");
  });
  await visit.close();
});
