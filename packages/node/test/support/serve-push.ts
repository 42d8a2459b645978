import type { Page } from "playwright-core";
import { createPushDevice } from "./push-device.ts";

/** What a page asked its browser for. */
export interface PushOptions {
  readonly userVisibleOnly?: boolean;
  readonly applicationServerKey?: string;
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
