import { en, type InstallerWords } from "./en.ts";
import { zh } from "./zh.ts";

const catalogues: readonly InstallerWords[] = [en, zh];

/** The installer's words in the language of the page. */
export function useInstallerWords(): InstallerWords {
  return catalogues.find(({ language }) => language === document.documentElement.lang) ?? en;
}
