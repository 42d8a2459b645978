import { en, type InstallerMessages } from "./en.ts";
import { zh } from "./zh.ts";

const catalogues: readonly InstallerMessages[] = [en, zh];

/** The installer's messages in the language of the page. */
export function useInstallerMessages(): InstallerMessages {
  return catalogues.find(({ language }) => language === document.documentElement.lang) ?? en;
}
