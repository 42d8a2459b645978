import { catalogues as siteCatalogues } from "../site/catalogues.ts";
import { type Messages, en as siteEnglish } from "../site/en.ts";
import { type ConsoleMessages, en } from "./en.ts";
import { zh } from "./zh.ts";

const catalogues: readonly ConsoleMessages[] = [en, zh];

/** The console's words in the language of the page. */
export function useMessages(): ConsoleMessages {
  return catalogues.find(({ language }) => language === document.documentElement.lang) ?? en;
}

/** The site's words in the language of the page: what the console shows as readers see it. */
export function useSiteMessages(): Messages {
  return siteCatalogues.find(({ language }) => language === document.documentElement.lang) ?? siteEnglish;
}
