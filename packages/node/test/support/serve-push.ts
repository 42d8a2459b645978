import type { BrowserContext, Page } from "playwright-core";
import { createPushDevice } from "./push-device.ts";

/** What a page asked its browser for. */
export interface PushOptions {
  readonly userVisibleOnly?: boolean;
  readonly applicationServerKey?: string;
}

/** The notifications that a service worker shows. */
export interface ShownNotification {
  readonly title: string;
  readonly body?: string | undefined;
  readonly data?: unknown;
}

/** Allows the pages of a site to notify, after a reload: headless Chromium always denies it. */
export async function allowNotifications(visit: BrowserContext, origin: string): Promise<void> {
  await visit.grantPermissions(["notifications"], { origin });
  await visit.addInitScript(() =>
    Object.defineProperty(Notification, "permission", { configurable: true, get: () => "granted" }),
  );
}

/**
 * Records the notifications of a browser's only service worker, because headless Chromium shows none.
 *
 * @returns the notifications so far
 */
export async function keepShown(visit: BrowserContext): Promise<() => Promise<readonly ShownNotification[]>> {
  const [worker] = visit.serviceWorkers();
  if (!worker) throw new Error("There is no service worker.");
  await worker.evaluate(() => {
    const shown: ShownNotification[] = [];
    Object.assign(ServiceWorkerRegistration.prototype, {
      showNotification: async (title: string, { body, data }: Omit<ShownNotification, "title">) =>
        void shown.push({ title, body, data }),
    });
    Object.assign(globalThis, { shown });
  });
  return () => worker.evaluate(() => (globalThis as unknown as { shown: ShownNotification[] }).shown);
}

/**
 * Gives a page what a private window of Chromium lacks, a push service, until it is loaded again.
 *
 * @returns what the page subscribed with, null while it has no subscription
 */
export async function servePush(page: Page, endpoint: string): Promise<() => Promise<PushOptions | null>> {
  await page.evaluate(replaceSubscriptions, { endpoint, keys: createPushDevice().keys });
  return () => page.evaluate(() => (globalThis as unknown as { subscribed: PushOptions | null }).subscribed);
}

/** Runs in the page. */
function replaceSubscriptions(about: { endpoint: string; keys: object }): void {
  const state: { subscribed: PushOptions | null } = Object.assign(globalThis, { subscribed: null });
  const subscription = {
    endpoint: about.endpoint,
    toJSON: () => about,
    unsubscribe: async () => {
      state.subscribed = null;
      return true;
    },
  };
  Object.assign(PushManager.prototype, {
    async subscribe(options: PushOptions) {
      state.subscribed = options;
      return subscription;
    },
    getSubscription: async () => state.subscribed && subscription,
  });
}
