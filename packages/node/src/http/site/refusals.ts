import { chooseMessages, translateRefusal } from "@freehold/web";
import { type AppError, formatEnglish, type Sentence } from "../../errors/errors.ts";

/** The sentence of a refusal in the language of a page (BCP 47). */
export function sentenceOf({ parts: { finding, advice } }: AppError, language: string): string {
  const sentence = [...finding, ...advice];
  return translateRefusal(language, sentence) ?? formatEnglish(sentence);
}

/**
 * Translates sentences for the page that asks.
 *
 * @param wished its languages, best first, as in Accept-Language; null for none
 * @returns null for a sentence that stays in English
 */
export function translateFor(wished: string | null): (sentence: Sentence) => string | null {
  return (sentence) => translateRefusal(chooseMessages(null, wished ?? undefined).language, sentence);
}
