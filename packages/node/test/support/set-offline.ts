import type { Page } from "playwright-core";

const key = "test:offline";

/**
 * Cuts a page off from the network, or connects it again. Chromium forgets what it emulates for `navigator.onLine` when a service
 * worker answers for the next page, so a script in each page keeps it.
 *
 * @param page of a visit of its own
 */
export async function setOffline(page: Page, isOffline: boolean): Promise<void> {
  const visit = page.context();
  await visit.addInitScript(override, key);
  await visit.setOffline(isOffline);
  await page.evaluate(override, key);
  await page.evaluate(
    ({ key, isOffline }) => {
      if (isOffline) sessionStorage.setItem(key, "");
      else sessionStorage.removeItem(key);
      dispatchEvent(new Event(isOffline ? "offline" : "online"));
    },
    { key, isOffline },
  );
}

/** Runs in the page. */
function override(key: string): void {
  Object.defineProperty(Navigator.prototype, "onLine", {
    configurable: true,
    get: () => sessionStorage.getItem(key) === null,
  });
}
