import { diagnosisZh } from "./diagnosis-zh.ts";

/** A sentence as the node knows it: in English with `{0}`, `{1}` at its places, and what stands there. */
export interface FindingPart {
  readonly code: string;
  readonly values: readonly string[];
}

/** What the node found, or advises, in the language of the page; in English what no catalogue knows. */
export function formatFinding(parts: readonly FindingPart[], language: string): string {
  const isChinese = language.startsWith("zh");
  const sentences = parts.map(({ code, values }) => {
    const messages = (isChinese && diagnosisZh[code]) || code;
    return messages.replace(/\{(\d+)\}/g, (_place, index: string) => values[Number(index)] ?? "");
  });
  return sentences.join(isChinese ? "" : " ");
}
