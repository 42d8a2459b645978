import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { openBrowser } from "./browser.ts";
import { createTestNetwork, type TestNetwork } from "./test-network.ts";

/** One for all files that a worker runs, as starting one takes a second of the processor; it ends with the worker. */
let shared: Promise<Browser> | null = null;

/** What the tests of a file play on; there from its own `beforeAll` on. */
export interface BrowserFixture {
  readonly network: TestNetwork;
  readonly browser: Browser;
}

/** Has a network made and a browser ready before the tests of a file or a `describe`; after them both are empty. */
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
