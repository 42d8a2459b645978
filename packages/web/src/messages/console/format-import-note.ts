import { importNotesZh } from "./import-notes-zh.ts";
import { createTranslator } from "./translate-sentence.ts";

// A value is often a reason itself: that of a file, or of the library that read it.
const translateSentence = createTranslator(importNotesZh, translate);

/**
 * A reason of the report of an import in the language of the page. The node stores reports in English. English where a
 * translation is missing.
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
