import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { openBrowser } from "./browser.ts";
import { createTestNetwork, type TestNetwork } from "./test-network.ts";

/** What the tests of a file play on; there from its own `beforeAll` on. */
export interface Stage {
  readonly network: TestNetwork;
  readonly browser: Browser;
}

/** Has a network and a browser made before the tests of a file or a `describe`, and ended after them. */
export function setStage(): Stage {
  const resources = new AsyncDisposableStack();
  const stage = {} as { network: TestNetwork; browser: Browser };
  beforeAll(async () => {
    stage.network = resources.use(await createTestNetwork());
    stage.browser = await openBrowser();
    resources.defer(() => stage.browser.close());
  });
  afterAll(() => resources.disposeAsync());
  return stage;
}
