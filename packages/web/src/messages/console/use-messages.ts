import { messagesFor } from "../site/catalogues.ts";
import type { Messages } from "../site/en.ts";
import { type ConsoleMessages, en } from "./en.ts";
import { zh } from "./zh.ts";

/** The console's messages in the language of the page. */
export function useMessages(): ConsoleMessages {
  return document.documentElement.lang === zh.language ? zh : en;
}

/** The site's messages in the language of the page: for what the console shows as readers see it. */
export function useSiteMessages(): Messages {
  return messagesFor(document.documentElement.lang);
}
