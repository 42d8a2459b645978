import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { expectAccessible, takeScreenshot, widths } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { readText } from "../support/drawn-structure.ts";
import { openOwnerConsole } from "../support/owner-console.ts";
import type { TestNode } from "../support/test-network.ts";

const fixture = useBrowserFixture();
let ada: TestNode;
let grace: TestNode;
beforeAll(async () => {
  ada = await fixture.network.start({
    title: "Ada Lovelace",
    privateKey: Buffer.alloc(32, 7).toString("hex"),
  });
  grace = await fixture.network.start({ title: "Grace Hopper" });
  await ada.follow(grace);
  await ada.publish("# The loom\n\nIt weaves. #weaving #机器");
});

const option = (page: Page) => page.getByRole("option");

/** An input method composes a word, and then commits one. */
async function compose(page: Page, letters: string, word: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (let end = 1; end <= letters.length; end += 1) {
    const text = letters.slice(0, end);
    await session.send("Input.imeSetComposition", { text, selectionStart: end, selectionEnd: end });
  }
  await session.send("Input.insertText", { text: word });
  await session.detach();
}

test("a finger formats the text by a bar above the keyboard, and takes people, tags and commands from lists", async () => {
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, {
    path: "/write",
    width: widths.phone,
    touch: true,
  });
  const { page, problems } = ownerConsole;
  const content = page.locator(".cm-content");
  const bar = page.getByRole("toolbar", { name: "Format and insert" });
  await content.waitFor();
  expect(await bar.isVisible()).toBe(false);
  await content.tap();
  await bar.waitFor();
  for (const button of await bar.getByRole("button").all()) {
    const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
    expect([width >= 44, height >= 44, await button.getAttribute("aria-label")]).toEqual([
      true,
      true,
      expect.stringMatching(/\w/),
    ]);
  }
  await bar.getByRole("button", { name: "List", exact: true }).tap();
  await page.keyboard.type("one ");
  await bar.getByRole("button", { name: "Bold" }).tap();
  await page.keyboard.type("two");
  await bar.getByRole("button", { name: "Undo" }).tap();
  await page.keyboard.type("2");
  expect(await page.evaluate(readText)).toBe("- one 2");
  expect(await content.evaluate((element) => element === document.activeElement)).toBe(true);
  // The selection's own toolbar would lie over the system's.
  await page.keyboard.press("Control+a");
  expect(await page.getByRole("toolbar").count()).toBe(1);
  await page.keyboard.press("Delete");

  await page.keyboard.type("Thanks to @hop");
  await option(page).filter({ hasText: "Grace Hopper" }).waitFor();
  await takeScreenshot(page, "console-touch-people");
  await option(page).tap();
  await page.keyboard.type(" for #wea");
  await option(page).filter({ hasText: "#weaving" }).tap();
  await page.keyboard.type(" ");
  await bar.getByRole("button", { name: "Insert" }).tap();
  await option(page).filter({ hasText: "Quotation" }).waitFor();
  await takeScreenshot(page, "console-touch-insert");
  // The arrows of the text move in the list.
  await expectAccessible(page, { excused: ["scrollable-region-focusable"] });
  await option(page).filter({ hasText: "Quotation" }).tap();
  await page.keyboard.type("soon");
  expect(await page.evaluate(readText)).toBe(`> Thanks to [@Grace Hopper](${grace.url}/) for #weaving soon`);
  expect(problems).toEqual([]);
});

test("the bar is at the lower edge of what is seen, wherever a keyboard or a zoom puts it", async () => {
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, {
    path: "/write",
    width: widths.phone,
    touch: true,
  });
  const { page } = ownerConsole;
  await page.locator(".cm-content").tap();
  const bar = page.getByRole("toolbar");
  await bar.waitFor();
  const distance = () =>
    bar.evaluate((element) => {
      const { offsetTop, height } = visualViewport as VisualViewport;
      return Math.abs(Math.round(element.getBoundingClientRect().bottom - offsetTop - height));
    });
  expect(await distance()).toBe(0);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setPageScaleFactor", { pageScaleFactor: 1.6 });
  await expect.poll(() => page.evaluate(() => (visualViewport as VisualViewport).height)).toBeLessThan(600);
  await expect.poll(distance).toBe(0);
});

test("an input method composes a word undisturbed; then its tag is offered, and taken by keys", async () => {
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, { path: "/write" });
  const { page, problems } = ownerConsole;
  const content = page.locator(".cm-content");
  await content.click();
  await page.keyboard.type("A loom #");
  await compose(page, "ji", "机");
  await option(page).filter({ hasText: "#机器" }).waitFor();
  const active = await content.getAttribute("aria-activedescendant");
  expect(await option(page).and(page.locator("[aria-selected]")).getAttribute("id")).toBe(active);
  await page.keyboard.press("Enter");
  await page.keyboard.type(" @");
  await option(page).filter({ hasText: "Grace Hopper" }).waitFor();
  await page.keyboard.press("Escape");
  await option(page).waitFor({ state: "detached" });
  await page.keyboard.type("gra");
  await option(page).filter({ hasText: "Grace Hopper" }).waitFor();
  await page.keyboard.press("Tab");
  expect(await page.evaluate(readText)).toBe(`A loom #机器 [@Grace Hopper](${grace.url}/)`);
  expect(problems).toEqual([]);
});
