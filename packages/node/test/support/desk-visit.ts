import type { Browser, BrowserContext, Page } from "playwright-core";
import { openVisit, type Visitor, watchPage } from "./browser.ts";
import type { TestNode } from "./test-network.ts";
import { createWallet } from "./wallet.ts";

/** The owner at the desk; `problems` is what the page did that it may not. */
export interface DeskVisit {
  readonly visit: BrowserContext;
  readonly page: Page;
  readonly problems: string[];
}

/**
 * Opens a place of a node's desk and signs in with its owner's key.
 *
 * @param place a path below `/console`, as "/settings/profile"
 */
export async function openDesk(
  browser: Browser,
  node: Pick<TestNode, "url">,
  { key, place, ...visitor }: { key: Uint8Array; place: string } & Visitor,
): Promise<DeskVisit> {
  const visit = await openVisit(browser, { wallet: createWallet(key), ...visitor });
  const page = await visit.newPage();
  const { problems } = watchPage(page, node.url);
  await page.goto(`${node.url}/console${place}`);
  await page.locator(".door button").first().click();
  await page
    .locator(".door button")
    .filter({ hasText: /Sign in|登录/ })
    .click();
  await page.locator(".desk-main h1").waitFor({ state: "attached" });
  return { visit, page, problems };
}

/** Signs what a dialog shows: opens the wallet, then signs. */
export async function signInDialog(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Open Test Wallet" }).click();
  await page.getByRole("button", { name: "Sign with Test Wallet" }).click();
}
