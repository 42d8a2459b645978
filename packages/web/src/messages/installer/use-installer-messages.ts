import { en, type InstallerMessages } from "./en.ts";
import { zh } from "./zh.ts";

/** The installer's messages in the language of the page. */
export function useInstallerMessages(): InstallerMessages {
  return document.documentElement.lang === zh.language ? zh : en;
}
