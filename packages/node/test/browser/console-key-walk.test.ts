import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type View, views, viewsOf } from "../../../../scripts/screenshots/dashboard-views.ts";
import { fill } from "../../../../scripts/screenshots/fill.ts";
import { openBrowser, openVisit, takeScreenshot, widths } from "../support/browser.ts";
import { hasCome } from "../support/expect-for-everybody.ts";
import { type GraphqlNode, openGraphqlNode } from "../support/graphql-node.ts";
import { tabTo } from "../support/keyboard-only.ts";
import { findSmallTargets, leastTarget, openAndLeave, walkByTab } from "../support/walk-by-keyboard.ts";

/** Enough for every kind of row. */
const posts = 4;
/** The openers of each kind that are tried in a view. */
const openersTried = 2;

let node: GraphqlNode;
let browser: Browser;
let all: Readonly<Record<string, View>>;
beforeAll(async () => {
  node = await openGraphqlNode({ title: "Ada Lovelace" });
  const samples = await fill(node, posts);
  if (samples === null) throw new Error("There are no posts.");
  all = { ...views, ...viewsOf(samples) };
  browser = await openBrowser();
}, 120_000);
afterAll(async () => {
  await browser.close();
  await node[Symbol.asyncDispose]();
});

/** Runs a check in each view, in a new page. @returns what it found, by the name of the view */
async function inEachView(
  visitor: { width: number; touch?: boolean },
  check: (page: Page, view: View) => Promise<string[]>,
): Promise<Record<string, string[]>> {
  const { origin, hostname } = new URL(node.endpoint);
  const visit = await openVisit(browser, { ...visitor, noWorkers: true, wallet: node.wallet });
  const session = { name: "freehold_session", value: await node.signIn(), domain: hostname, path: "/" };
  await visit.addCookies([session]);
  const found: Record<string, string[]> = {};
  for (const [name, view] of Object.entries(all)) {
    const page = await visit.newPage();
    await page.goto(`${origin}/console${view.path}`);
    await page.locator("h1").first().waitFor({ state: "attached" });
    await hasCome(page);
    await view.open?.(page);
    await hasCome(page);
    const problems = await check(page, view);
    if (problems.length > 0) found[name] = problems;
    await page.close();
  }
  await visit.close();
  return found;
}

test("Tab leads through every view and dialog: the focus is seen and not covered, and no control is too small", async () => {
  const found = await inEachView({ width: widths.desktop }, async (page) => [
    ...(await findSmallTargets(page, leastTarget.mouse)),
    ...(await walkByTab(page)),
  ]);
  expect(found).toEqual({});
}, 300_000);

test("Escape closes what a button or a key opened, and the focus is where it was, never on the page", async () => {
  const found = await inEachView({ width: widths.desktop }, async (page, { open }) => {
    if (await page.locator("dialog:modal").count()) {
      await page.keyboard.press("Escape");
      await page.locator("dialog:modal").waitFor({ state: "detached" });
      const isLost = await page.evaluate(() => document.activeElement === document.body);
      return isLost ? ["The focus is lost."] : [];
    }
    const openers = page.locator(".console-main button[aria-expanded]:visible");
    for (let at = 0; at < Math.min(openersTried, open ? 0 : await openers.count()); at += 1)
      await openAndLeave(page, openers.nth(at));
    return [];
  });
  expect(found).toEqual({});
}, 300_000);

test("a menu of a row closes when the focus leaves it, and covers no row that has the focus", async () => {
  const { origin, hostname } = new URL(node.endpoint);
  const visit = await openVisit(browser, { noWorkers: true });
  await visit.addCookies([
    { name: "freehold_session", value: await node.signIn(), domain: hostname, path: "/" },
  ]);
  const page = await visit.newPage();
  await page.goto(`${origin}/console/posts`);
  const menu = page.locator(".row-menu").first();
  await menu.locator("summary").focus();
  await page.keyboard.press("Enter");
  const items = menu.locator(".row-menu-list").locator("a, button");
  for (let at = await items.count(); at > 0; at -= 1) await page.keyboard.press("Tab");
  expect(await items.last().evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press("Tab");
  await expect.poll(() => menu.evaluate((one) => (one as HTMLDetailsElement).open)).toBe(false);
  await visit.close();
});

test("a search of posts that finds nothing asks by a button whether a similar word was meant", async () => {
  const { origin, hostname } = new URL(node.endpoint);
  const visit = await openVisit(browser, { noWorkers: true });
  await visit.addCookies([
    { name: "freehold_session", value: await node.signIn(), domain: hostname, path: "/" },
  ]);
  const page = await visit.newPage();
  await page.goto(`${origin}/console/posts?search=algebriac`);
  await page.getByText("Nothing matches.").waitFor();
  const asked = page.getByText("Did you mean:").getByRole("button", { name: "algebraic" });
  await tabTo(page, asked);
  await takeScreenshot(page, "console-did-you-mean");
  await page.keyboard.press("Enter");
  await page.locator(".post-table .row").first().waitFor();
  expect(await page.locator("#post-search").inputValue()).toBe("algebraic");
  await visit.close();
});

test("on a phone each control has room for a finger", async () => {
  const found = await inEachView({ width: widths.phone, touch: true }, (page) =>
    findSmallTargets(page, leastTarget.finger),
  );
  expect(found).toEqual({});
}, 300_000);
