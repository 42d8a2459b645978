import { diagnosisZh } from "./diagnosis-zh.ts";
import type { Sentence } from "./translate-sentence.ts";

/** A finding or an advice in the language of the page; in English where a translation is missing. */
export function formatFinding(parts: Sentence, language: string): string {
  const isChinese = language.startsWith("zh");
  const sentences = parts.map(({ code, values }) => {
    const sentence = (isChinese && diagnosisZh[code]) || code;
    return sentence.replace(/\{(\d+)\}/g, (_match, index: string) => values[Number(index)] ?? "");
  });
  return sentences.join(isChinese ? "" : " ");
}
