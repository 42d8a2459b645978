import type { Messages } from "../site/en.ts";
import type { ConsoleMessages } from "./en.ts";

/** The messages in the language of the page. Before `loadMessages` there are none; after `loadFirstMessages`, those of the first view. */
let messages = {} as { readonly console: ConsoleMessages; readonly site: Messages };

const isChinese = () => document.documentElement.lang.startsWith("zh");

/** Loads what the first view says in the language of the page, and no other language. */
export async function loadFirstMessages(): Promise<void> {
  const first = isChinese()
    ? (await import("./first-zh.ts")).firstZh
    : (await import("./first-en.ts")).firstEn;
  messages = { ...messages, console: { ...first, ...messages.console } };
}

/** Loads all messages in the language of the page: before anything but the first view is shown. */
export async function loadMessages(): Promise<void> {
  const loaded = await (isChinese() ? import("./catalogue-zh.ts") : import("./catalogue-en.ts"));
  messages = loaded.messages;
}

/** The console's messages in the language of the page. */
export function useMessages(): ConsoleMessages {
  return messages.console;
}

/** The site's messages in the language of the page: for what the console shows as readers see it. */
export function useSiteMessages(): Messages {
  return messages.site;
}
