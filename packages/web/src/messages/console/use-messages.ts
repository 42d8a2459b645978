import { defaultTimeZone } from "../site/dates.ts";
import type { Messages } from "../site/en.ts";
import { inTimeZone } from "../site/in-time-zone.ts";
import type { ConsoleMessages } from "./en.ts";
import { firstEn } from "./first-en.ts";
import { firstZh } from "./first-zh.ts";

interface Loaded {
  readonly console: ConsoleMessages;
  readonly site: Messages;
}

let loaded: Loaded | null = null;

const isChinese = () => document.documentElement.lang.startsWith("zh");

/** The messages of the first view: both languages come with its code, since a file for each would cost a connection. */
export const firstMessages = () => (isChinese() ? firstZh : firstEn);

/** Loads all messages in the language of the page: before anything but the first view is shown. */
export async function loadMessages(): Promise<void> {
  if (loaded) return;
  const { messages } = await (isChinese() ? import("./catalogue-zh.ts") : import("./catalogue-en.ts"));
  loaded = { ...messages, console: { ...firstMessages(), ...messages.console } };
}

/** The console's messages in the language of the page. Before `loadMessages`, those of the first view. */
export function useMessages(): ConsoleMessages {
  return loaded?.console ?? (firstMessages() as ConsoleMessages);
}

/**
 * The site's messages in the language of the page, after `loadMessages`: for parts of the console that look as on the site.
 */
export function useSiteMessages(): Messages {
  if (!loaded) return {} as Messages;
  return inTimeZone(loaded.site, document.documentElement.dataset.timeZone ?? defaultTimeZone);
}
