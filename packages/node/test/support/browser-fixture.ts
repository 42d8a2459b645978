import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { openBrowser } from "./browser.ts";
import { createTestNetwork, type TestNetwork } from "./test-network.ts";

/** One browser for all files of a worker, because starting it takes a second of processor time; it ends with the worker. */
let shared: Promise<Browser> | null = null;

/** What the tests of a file play on; there from its own `beforeAll` on. */
export interface BrowserFixture {
  readonly network: TestNetwork;
  readonly browser: Browser;
}

/** Makes a network and a browser before the tests of a file or a `describe`, and empties both after them. */
export function useBrowserFixture(): BrowserFixture {
  const resources = new AsyncDisposableStack();
  const fixture = {} as { network: TestNetwork; browser: Browser };
  beforeAll(async () => {
    fixture.network = resources.use(await createTestNetwork());
    shared ??= openBrowser();
    const browser = await shared;
    fixture.browser = browser;
    resources.defer(async () => {
      for (const left of browser.contexts()) await left.close();
    });
  });
  afterAll(() => resources.disposeAsync());
  return fixture;
}
