import { beforeAll, expect, test } from "vitest";
import { expectAccessible, takeScreenshot, type Visitor, widths } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { openOwnerConsole } from "../support/owner-console.ts";
import type { TestNode } from "../support/test-network.ts";

const fixture = useBrowserFixture();
let ada: TestNode;
beforeAll(async () => {
  ada = await fixture.network.start({
    title: "Ada Lovelace",
    privateKey: Buffer.alloc(32, 7).toString("hex"),
  });
  for (let at = 0; at < 14; at++) await ada.publish(`# Post ${at}\n\nText`);
});

const open = (path: string, visitor: Visitor = {}) =>
  openOwnerConsole(fixture.browser, ada, 7, { path, ...visitor });

test("the menu of a low row opens above it, and the focus is at its button after a choice", async () => {
  await using ownerConsole = await open("/posts");
  const { page } = ownerConsole;
  const last = page.locator(".post-table .row").last();
  await last.evaluate((row) => row.scrollIntoView({ block: "end" }));
  await last.getByLabel(/^More for/).click();
  const list = await last.locator(".row-menu-list").boundingBox();
  expect((list?.y ?? 0) + (list?.height ?? 0)).toBeLessThanOrEqual(800);
  expect(list?.y).toBeGreaterThanOrEqual(0);
  await last.getByRole("button", { name: "Version history" }).click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
});

for (const language of ["en-GB", "zh-CN"]) {
  test(`on a phone menus and the bar of a selection are sheets from below, in ${language}`, async () => {
    await using ownerConsole = await open("/posts", { width: widths.phone, language, theme: "dark" });
    const { page } = ownerConsole;
    const row = page.locator(".post-table .row").first();
    await row.locator(".row-menu summary").click();
    const sheet = await row.locator(".row-menu-list").boundingBox();
    expect(sheet).toMatchObject({ x: 0, width: widths.phone });
    expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBe(844);
    await takeScreenshot(page, `console-menu-sheet-${language}`);
    await page.mouse.click(200, 40);
    expect(await row.locator(".row-menu[open]").count()).toBe(0);
    await row.getByRole("checkbox").check();
    const bar = await page.locator(".selection").boundingBox();
    expect(bar).toMatchObject({ x: 0, width: widths.phone });
    for (const button of await page.locator(".selection button").all())
      expect((await button.boundingBox())?.height).toBeLessThan(50);
    await takeScreenshot(page, `console-selection-sheet-${language}`);
    await ownerConsole.goTo("/write");
    await page.locator(".editor-menu summary").click();
    expect(await page.locator(".editor-menu > div").boundingBox()).toMatchObject({
      x: 0,
      width: widths.phone,
    });
  });
}

test("the settings are a list in groups: beside a section, and first on a phone, where it ends with Sign out", async () => {
  await using ownerConsole = await open("/settings/mail");
  const { page } = ownerConsole;
  const list = page.locator(".settings-list");
  expect(await list.locator("[aria-current]").innerText()).toBe("Email");
  expect(await list.getByRole("navigation").count()).toBe(5);
  await takeScreenshot(page, "console-settings-beside");
  await list.getByRole("link", { name: "API" }).click();
  await expect.poll(() => page.title()).toBe("API · Settings · Ada Lovelace");
  await page.setViewportSize({ width: widths.phone, height: 844 });
  await page.locator(".settings-back").click();
  await page.getByRole("link", { name: "Newsletter" }).waitFor();
  await takeScreenshot(page, "console-settings-list");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Import", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Import" }).waitFor();
  expect(await page.title()).toBe("Import · Settings · Ada Lovelace");
  await page.locator(".settings-back").click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByText("This dashboard belongs to the owner of this site.").waitFor();
  // The page says whose site it is, and where to find help.
  expect(await page.locator(".sign-in-site").innerText()).toContain(
    `Ada Lovelace\n${new URL(page.url()).host}`,
  );
  expect(await page.getByRole("link", { name: "What you can still do" }).getAttribute("href")).toContain(
    "#the-key-is-lost",
  );
  await expectAccessible(page);
  await takeScreenshot(page, "console-sign-in-phone");
});

test("each view has a title of its own, and a search of posts is there again after Back", async () => {
  await using ownerConsole = await open("/posts");
  const { page } = ownerConsole;
  expect(await page.title()).toBe("Posts · Ada Lovelace");
  await page.getByLabel("Search your posts").fill("Post 7");
  await page.waitForURL(/search=Post/);
  await page.locator(".console-side").getByRole("link", { name: "Inbox" }).click();
  await expect.poll(() => page.title()).toBe("Inbox · Ada Lovelace");
  await page.goBack();
  expect(await page.getByLabel("Search your posts").inputValue()).toBe("Post 7");
  await page.getByRole("link", { name: "Post 7" }).waitFor();
  await ownerConsole.goTo("/write");
  await page.getByLabel("Title", { exact: true }).fill("Of engines");
  await expect.poll(() => page.title()).toBe("Of engines · Ada Lovelace");
});

test("the list of shortcuts opens at its beginning, on a ground that is darker than the page in the dark too", async () => {
  await using ownerConsole = await open("/posts", { theme: "dark" });
  const { page } = ownerConsole;
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  expect(await dialog.evaluate((element) => element.scrollTop)).toBe(0);
  expect(await dialog.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true);
  const ground = await dialog.evaluate((element) => getComputedStyle(element, "::backdrop").backgroundColor);
  expect(ground).toBe("rgba(0, 0, 0, 0.65)");
});

const found = [
  ["en-GB", "css", "Site"],
  ["en-GB", "dark", "Site"],
  ["en-GB", "color", "Site"],
  ["en-GB", "colour", "Site"],
  ["en-GB", "backup", "Data"],
  ["en-GB", "export", "Data"],
  ["en-GB", "new post", "Write"],
  ["en-GB", "password", "Access"],
  ["en-GB", "wallet", "Access"],
  ["en-GB", "feed", "Follow"],
  ["zh-CN", "深色", "网站"],
  ["zh-CN", "备份", "数据"],
  ["zh-CN", "密码", "登录与访问"],
  ["zh-CN", "新文章", "写文章"],
] as const;

for (const language of ["en-GB", "zh-CN"]) {
  test(`the palette finds by the words that people use, in ${language}`, async () => {
    await using ownerConsole = await open("/posts", { language });
    const { page } = ownerConsole;
    await page.keyboard.press("Control+k");
    for (const [, words, name] of found.filter(([of]) => of === language)) {
      await page.getByRole("dialog").getByRole("combobox").fill(words);
      await page.getByRole("option", { name }).first().waitFor();
    }
  });
}
