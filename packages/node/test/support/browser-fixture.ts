import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { openBrowser } from "./browser.ts";
import { createTestNetwork, type TestNetwork } from "./test-network.ts";

/** What the tests of a file play on; there from its own `beforeAll` on. */
export interface BrowserFixture {
  readonly network: TestNetwork;
  readonly browser: Browser;
}

/** Has a network and a browser made before the tests of a file or a `describe`, and ended after them. */
export function useBrowserFixture(): BrowserFixture {
  const resources = new AsyncDisposableStack();
  const fixture = {} as { network: TestNetwork; browser: Browser };
  beforeAll(async () => {
    fixture.network = resources.use(await createTestNetwork());
    fixture.browser = await openBrowser();
    resources.defer(() => fixture.browser.close());
  });
  afterAll(() => resources.disposeAsync());
  return fixture;
}
