import { importNotesZh } from "./import-notes-zh.ts";

const sentences = Object.entries(importNotesZh)
  .map(([english, chinese]) => {
    const pattern = english.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\\\{\d\\\}/g, "(.+)");
    return {
      pattern: new RegExp(`^${pattern}$`, "s"),
      chinese,
      fixed: english.replace(/\{\d\}/g, "").length,
    };
  })
  // A sentence with more words of its own tells more than one that consists of values.
  .sort((one, other) => other.fixed - one.fixed);

/**
 * A reason of the report of an import in the language of the page. The node stores reports in English, so the sentence is
 * recognised by its words; a report of an earlier version is translated too. English where a translation is missing.
 */
export function formatImportNote(why: string, language: string): string {
  return (language.startsWith("zh") && translate(why)) || why;
}

function translate(why: string): string | null {
  let reason = translateSentence(why);
  // The title of a post stands before the reason.
  for (let at = why.indexOf(": "); reason === null && at >= 0; at = why.indexOf(": ", at + 1)) {
    const rest = translateSentence(why.slice(at + 2));
    reason = rest && `${why.slice(0, at)}：${rest}`;
  }
  return reason;
}

function translateSentence(sentence: string): string | null {
  for (const { pattern, chinese } of sentences) {
    const found = pattern.exec(sentence);
    // A value is often a reason itself: that of a file, or of the library that read it.
    const valueAt = (at: number) => translate(found?.[at + 1] ?? "") ?? found?.[at + 1] ?? "";
    if (found) return chinese.replace(/\{(\d)\}/g, (_, at: string) => valueAt(Number(at)));
  }
  return null;
}
