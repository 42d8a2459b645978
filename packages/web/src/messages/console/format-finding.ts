import { diagnosisZh } from "./diagnosis-zh.ts";

/** A sentence of the node's diagnosis: in English with `{0}` and `{1}`, and the values to insert. */
export interface FindingPart {
  readonly code: string;
  readonly values: readonly string[];
}

/** A finding or an advice in the language of the page; in English where a translation is missing. */
export function formatFinding(parts: readonly FindingPart[], language: string): string {
  const isChinese = language.startsWith("zh");
  const sentences = parts.map(({ code, values }) => {
    const sentence = (isChinese && diagnosisZh[code]) || code;
    return sentence.replace(/\{(\d+)\}/g, (_match, index: string) => values[Number(index)] ?? "");
  });
  return sentences.join(isChinese ? "" : " ");
}
