import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { expectAccessible, takeScreenshot, type Visitor, widths } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { openOwnerConsole } from "../support/owner-console.ts";
import type { TestNode } from "../support/test-network.ts";

const headers = {
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
  accept: "text/html",
  "accept-language": "en",
};

const fixture = useBrowserFixture();
let ada: TestNode;
beforeAll(async () => {
  ada = await fixture.network.start({
    title: "Ada Lovelace",
    privateKey: Buffer.alloc(32, 7).toString("hex"),
  });
  await ada.publish("# Zinc and salt\n\nText. #sea #metal", { slug: "zinc" });
  await ada.draft("# An apple\n\nRed. #sea", "local");
  await ada.draft("# 一篇关于海的文章\n\n盐。 #海");
  await ada.publish("# Middle", { slug: "middle" });
  for (let count = 0; count < 12; count += 1) await ada.fetch("/slug/middle", { headers });
  for (let count = 0; count < 3; count += 1) await ada.fetch("/slug/zinc", { headers });
});

const open = (path: string, visitor: Visitor = {}) =>
  openOwnerConsole(fixture.browser, ada, 7, { path, ...visitor });

const titles = (page: Page) => page.locator(".post-table .row-text > a").allTextContents();

test("Home and Posts show how often posts were read; the order is in the address, and there again after Back", async () => {
  await using ownerConsole = await open("/home");
  const { page } = ownerConsole;
  const summary = page.getByRole("region", { name: "Reads" });
  expect(await summary.locator("dd").allTextContents()).toEqual(["15", "15", "15"]);
  await takeScreenshot(page, "console-home-reads");
  await expectAccessible(page);
  await summary.getByRole("link", { name: "15 reads in 30 days: the most read posts" }).click();
  const order = page.getByRole("combobox", { name: "Order" });
  expect(await order.inputValue()).toBe("reads");
  await page.getByText("12 reads in 30 days").waitFor();
  expect((await titles(page)).slice(0, 2)).toEqual(["Middle", "Zinc and salt"]);
  await expectAccessible(page);
  await takeScreenshot(page, "console-posts-reads");
  await order.selectOption("By title");
  await page.waitForURL(/sort=title/);
  const byTitle = ["An apple", "Middle", "Zinc and salt", "一篇关于海的文章"];
  await expect.poll(() => titles(page)).toEqual(byTitle);
  await page.locator(".console-side").getByRole("link", { name: "Inbox" }).click();
  await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
  await page.goBack();
  await expect.poll(() => titles(page)).toEqual(byTitle);
  expect(await order.inputValue()).toBe("title");
  await page.getByLabel("Search your posts").fill("apple");
  expect(await order.isDisabled()).toBe(true);
  await expect.poll(() => titles(page)).toEqual(["An apple"]);
  expect(ownerConsole.problems).toEqual([]);
});

test("a post is duplicated as a draft, which opens in the editor", async () => {
  await using ownerConsole = await open("/posts?sort=title");
  const { page } = ownerConsole;
  await page.getByLabel("More for “Zinc and salt”").click();
  await page.getByRole("button", { name: "Duplicate as a draft" }).click();
  await page.waitForURL(/\/write\/\d+$/);
  await expect.poll(() => page.getByLabel("Title", { exact: true }).inputValue()).toBe("Zinc and salt");
  await ownerConsole.goTo("/posts/drafts");
  await page.getByRole("link", { name: "Zinc and salt" }).waitFor();
});

for (const language of ["en-GB", "zh-CN"])
  test(`on a phone the reads and the order have their places, in ${language}`, async () => {
    await using ownerConsole = await open("/home", { width: widths.phone, language, theme: "dark" });
    const { page } = ownerConsole;
    await page.locator(".reads-summary").waitFor();
    await takeScreenshot(page, `console-home-reads-phone-${language}`);
    await ownerConsole.goTo("/posts?sort=reads");
    await page.locator(".post-reads").first().waitFor();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(widths.phone);
    expect((await page.locator(".post-filters select").boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await takeScreenshot(page, `console-posts-reads-phone-${language}`);
  });
