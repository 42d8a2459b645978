import { type ConsoleWords, en } from "./en.ts";
import { zh } from "./zh.ts";

const catalogues: readonly ConsoleWords[] = [en, zh];

/** The console's words in the language of the page. */
export function useWords(): ConsoleWords {
  return catalogues.find(({ language }) => language === document.documentElement.lang) ?? en;
}
