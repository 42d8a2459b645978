import { catalogues as siteCatalogues } from "../../messages/site/catalogues.ts";
import { type Messages, en as siteEnglish } from "../../messages/site/en.ts";
import { type ConsoleWords, en } from "./en.ts";
import { zh } from "./zh.ts";

const catalogues: readonly ConsoleWords[] = [en, zh];

/** The console's words in the language of the page. */
export function useWords(): ConsoleWords {
  return catalogues.find(({ language }) => language === document.documentElement.lang) ?? en;
}

/** The site's words in the language of the page: what the console shows as readers see it. */
export function useSiteWords(): Messages {
  return siteCatalogues.find(({ language }) => language === document.documentElement.lang) ?? siteEnglish;
}
