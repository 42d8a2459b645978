import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { takeScreenshot, type Visitor, widths } from "../support/browser.ts";
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
});

const open = (visitor: Visitor = {}) =>
  openOwnerConsole(fixture.browser, ada, 7, { path: "/write", ...visitor });

const longText = Array.from({ length: 60 }, (_, at) => `Paragraph ${at} of the story.`).join("\n\n");

async function write(page: Page, text: string): Promise<void> {
  await page.locator(".cm-content").click();
  await page.keyboard.insertText(text);
  await page.getByText("Saved · only you can see this").waitFor();
}

/** Counts how far the page has moved without a hand of the owner, as browsers do: 0 for not at all. */
async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const kept = globalThis as unknown as { shifted: number };
    kept.shifted = 0;
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries() as Shift[])
        if (!hadRecentInput) kept.shifted += value;
    }).observe({ type: "layout-shift", buffered: true });
  });
}
const shiftOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted);

for (const [size, width] of Object.entries(widths)) {
  test(`the text stays where it is while it is typed, saved and not saved, on a ${size}`, async () => {
    await using ownerConsole = await open({ width });
    const { page } = ownerConsole;
    await countShifts(page);
    await page.reload();
    await write(page, "One line of the story.");
    const { y } = (await page.locator(".cm-line").first().boundingBox()) ?? {};
    const stays = async () => expect((await page.locator(".cm-line").first().boundingBox())?.y).toBe(y);
    await page.route("**/api/graphql", (route) => route.abort());
    await page.keyboard.insertText(" And another.");
    const notice = page.locator(".app-notice").getByText("Your node doesn't respond.");
    await notice.waitFor();
    await page.locator(".editor-head").getByText("Not saved").waitFor();
    await stays();
    await takeScreenshot(page, `console-head-offline-${size}`);
    await ownerConsole.visit.setOffline(true);
    await page.locator(".app-notice").getByText("You're offline.").waitFor();
    await stays();
    await ownerConsole.visit.setOffline(false);
    await page.unroute("**/api/graphql");
    await page.keyboard.insertText(" And the last.");
    await page.getByText("Saved · only you can see this").waitFor();
    await stays();
    expect(await shiftOf(page)).toBeLessThan(0.02);
  });
}

test("the row with the state of the text and with Publish stays in the window, and so do problems", async () => {
  await using ownerConsole = await open({ width: widths.phone });
  const { page } = ownerConsole;
  await page.getByLabel("Title", { exact: true }).fill("A long story");
  await write(page, longText);
  await page.keyboard.press("Control+End");
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1_000);
  const head = page.locator(".editor-head");
  await head.getByText("A long story").waitFor();
  expect((await head.boundingBox())?.y).toBe(0);
  const heightOf = async () => (await head.boundingBox())?.height;
  expect(await heightOf()).toBe(56);
  await page.route("**/api/graphql", (route) =>
    route.fulfill({
      json: { errors: [{ message: "no session", extensions: { code: "UNAUTHENTICATED" } }], data: null },
    }),
  );
  await page.keyboard.insertText(" The end.");
  const notice = page.locator(".app-notice p").filter({ hasText: "Your session has ended." });
  await notice.waitFor();
  await takeScreenshot(page, "console-head-session");
  const { y = 0, height = 0 } = (await notice.boundingBox()) ?? {};
  expect(y).toBeGreaterThan(500);
  expect(y + height).toBeLessThanOrEqual(844);
  expect(await heightOf()).toBe(56);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(widths.phone);
});

test("what the cursor moves to is never under the row", async () => {
  await using ownerConsole = await open();
  const { page } = ownerConsole;
  await write(page, longText);
  await page.keyboard.press("Control+End");
  for (let at = 0; at < 40; at++) await page.keyboard.press("ArrowUp");
  const cursor = await page.locator(".cm-cursor-primary").boundingBox();
  expect(cursor?.y).toBeGreaterThanOrEqual(56);
});

test("focus mode has a button that ends it, on a phone too", async () => {
  await using ownerConsole = await open({ width: widths.phone });
  const { page } = ownerConsole;
  await write(page, "A quiet line.");
  await page.keyboard.press("Control+Shift+F");
  const way = page.getByRole("button", { name: "End focus mode" });
  await way.waitFor();
  await takeScreenshot(page, "console-head-focus");
  await way.click();
  await page.getByRole("button", { name: "Publish" }).waitFor();
  expect(await way.count()).toBe(0);
});

test("no view moves while it loads, when its answers come after it is drawn", async () => {
  await using ownerConsole = await open({ width: widths.phone });
  const { page } = ownerConsole;
  await countShifts(page);
  await page.route("**/api/graphql", async (route) => {
    if ((await page.locator(".settings").count()) > 0) await page.evaluate(untilDrawn);
    await route.continue();
  });
  for (const path of ["/home", "/settings/site", "/settings/data", "/settings/devices"]) {
    await ownerConsole.goTo(path);
    await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
    await page.evaluate(untilDrawn);
    expect([path, (await shiftOf(page)) < 0.02]).toEqual([path, true]);
  }
});

/** Runs in a page: ends when what is there now is drawn. */
function untilDrawn(): Promise<unknown> {
  return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}
