import { refusalsZh } from "../console/refusals-zh.ts";
import { type Sentence, translateParts } from "../console/translate-sentence.ts";

/**
 * A refusal of the node in the language of a page.
 *
 * @param sentence in English, as templates with their values
 * @returns null for English, and where there is no translation
 */
export function translateRefusal(language: string, sentence: Sentence): string | null {
  return language.startsWith("zh") ? translateParts(refusalsZh, sentence) : null;
}
