import type { Browser, BrowserContext, Page } from "playwright-core";
import { openVisit, type Visitor, watchPage } from "./browser.ts";
import { hasCome } from "./expect-for-everybody.ts";
import { signIn } from "./sign-in.ts";
import type { TestNode } from "./test-network.ts";
import { createWallet } from "./wallet.ts";

/** The console of a node's owner in a browser, who is signed in. */
export interface OwnerConsole extends AsyncDisposable {
  readonly visit: BrowserContext;
  readonly page: Page;
  /** What no page should do; see `watchPage`. */
  readonly problems: string[];
  /** Goes to a path of the console, by its path below `/console`. */
  goTo(path: string): Promise<void>;
  /** Has the wallet sign what the open dialog shows: one click connects it and signs. */
  sign(): Promise<void>;
}

/**
 * Opens a path of the console for its owner, who signed in with an injected wallet (sign-in.test.ts does so by hand). The console's service worker is not there unless it is
 * asked for: it fetches the whole console ahead, in each browser once more.
 *
 * @param key the owner's: 32 bytes, or a number that stands for 32 of them
 */
export async function openOwnerConsole(
  browser: Browser,
  node: Pick<TestNode, "url">,
  key: Uint8Array | number,
  { path = "/timeline", ...visitor }: Visitor & { path?: string } = {},
): Promise<OwnerConsole> {
  const wallet = createWallet(key);
  const visit = await openVisit(browser, { wallet, noWorkers: true, ...visitor });
  await signIn(async (query, variables) => {
    const reply = await visit.request.post(`${node.url}/api/graphql`, { data: { query, variables } });
    return (await reply.json()).data;
  }, wallet);
  await visit.addInitScript(() => sessionStorage.setItem("freehold:signs-with", "wallet"));
  const page = await visit.newPage();
  const { problems } = watchPage(page, node.url);
  const isThere = async () => {
    await page.locator(".console-main h1").first().waitFor({ state: "attached" });
    await hasCome(page);
  };
  const goTo = async (to: string) => {
    await page.goto(`${node.url}/console${to}`);
    await isThere();
  };
  await goTo(path);
  return {
    visit,
    page,
    problems,
    goTo,
    async sign() {
      await page.getByRole("button", { name: "Sign with Test Wallet" }).click();
    },
    [Symbol.asyncDispose]: () => visit.close(),
  };
}
