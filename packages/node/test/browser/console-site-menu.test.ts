import { beforeAll, expect, test } from "vitest";
import { presentPublication } from "../../src/domain/publications/present.ts";
import { openVisit, takeScreenshot, widths } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { expectForEverybody } from "../support/expect-for-everybody.ts";
import { openOwnerConsole } from "../support/owner-console.ts";
import type { TestNode } from "../support/test-network.ts";

const longTitle = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";

const fixture = useBrowserFixture();
let ada: TestNode;
beforeAll(async () => {
  ada = await fixture.network.start({
    title: "Ada Lovelace",
    privateKey: Buffer.alloc(32, 7).toString("hex"),
  });
  for (const title of ["Who I am", longTitle, "Reading list"]) {
    const { id } = await ada.publish(`# ${title}`);
    await presentPublication(ada.running.context, id, { isPage: true });
  }
});

test("the owner orders, names, hides and adds entries of the menu; on a phone it is one row", async () => {
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, { path: "/settings/site" });
  const { page, problems } = ownerConsole;
  const menu = page.locator("section").filter({ has: page.getByRole("heading", { name: "Menu" }) });
  const rows = menu.locator(".menu-entries > li");
  await expect.poll(() => rows.count()).toBe(5);
  const up = menu.getByRole("button", { name: "Move “Reading list” up" });
  await up.focus();
  for (let place = 4; place > 1; place -= 1) await page.keyboard.press("Enter");
  await menu.getByText("“Reading list” is number 1 of 5.").waitFor({ state: "attached" });
  // At the end the other button takes the focus.
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
    "Move “Reading list” down",
  );
  // A button that is not at an end keeps the focus.
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await menu.getByText("“Reading list” is number 3 of 5.").waitFor({ state: "attached" });
  for (const _ of [3, 2]) await menu.getByRole("button", { name: "Move “Reading list” up" }).click();
  // Dragged to another place, and back; Escape leaves it where it is.
  const order = () => rows.evaluateAll((all) => all.map((row) => row.querySelector("input")?.placeholder));
  const drag = async (from: number, to: number) => {
    await rows.nth(from).locator(".menu-grip").hover();
    await page.mouse.down();
    await rows.nth(to).locator(".menu-name").hover({ force: true });
  };
  const before = await order();
  await drag(0, 2);
  await takeScreenshot(page, "console-site-menu-drag");
  await page.mouse.up();
  expect(await order()).toEqual([before[1], before[2], before[0], ...before.slice(3)]);
  await drag(2, 0);
  await page.mouse.up();
  await drag(0, 4);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  expect(await order()).toEqual(before);
  await menu.getByLabel(`Name of “${longTitle}” in the menu`).fill("Danube");
  await menu.getByRole("checkbox", { name: "“Search” is in the menu" }).uncheck();
  await menu.getByText("Add a link").click();
  await menu.getByLabel("Name", { exact: true }).fill("Shop");
  await menu.getByLabel("URL").fill("javascript:alert(1)");
  await menu.getByRole("button", { name: "Add", exact: true }).click();
  await menu.getByText("A link needs a name").waitFor();
  await menu.getByLabel("URL").fill("shop.example");
  await menu.getByRole("button", { name: "Add", exact: true }).click();
  await menu.getByText("https://shop.example").waitFor();
  await expectForEverybody(page, "console-site-menu");
  await menu.getByRole("button", { name: "Save menu" }).click();
  await menu.getByText("Saved.").waitFor();

  await using visit = await openVisit(fixture.browser, { width: widths.phone });
  const site = await visit.newPage();
  await site.goto(ada.url);
  const links = site.locator(".site-links a");
  expect(await links.allInnerTexts()).toEqual(["Reading list", "Archive", "Who I am", "Danube", "Shop"]);
  expect(await links.last().getAttribute("href")).toBe("https://shop.example");
  const tops = await Promise.all((await links.all()).map(async (link) => (await link.boundingBox())?.y));
  expect(new Set(tops).size).toBe(1);
  await links.last().focus();
  expect(await links.last().evaluate((link) => link.getBoundingClientRect().right <= innerWidth)).toBe(true);
  await expectForEverybody(site, "site-menu");

  await ownerConsole.goTo("/posts");
  const page1 = page.locator("li").filter({ hasText: "Reading list" });
  await page1.getByText("Page", { exact: true }).waitFor();
  await expectForEverybody(page, "console-posts-pages");
  expect(problems).toEqual([]);
});
