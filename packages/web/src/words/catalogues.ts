import { en, type Words } from "./en.ts";
import { zh } from "./zh.ts";

/** Each language that Freehold speaks, the first for everybody who understands none of them. */
export const catalogues: readonly Words[] = [en, zh];

/** What the catalogue of a language says; that of the first one for a language which there is not. */
export function wordsOf(language: string): Words {
  return catalogues.find((words) => words.language === language) ?? en;
}
