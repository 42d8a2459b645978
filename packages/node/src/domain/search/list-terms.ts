import type { SearchTerms } from "../../store/search.ts";
import { searchLimits } from "./search-limits.ts";
import { splitWords } from "./split-words.ts";

/** The terms of a document, as far as they are indexed. */
export function listTerms(title: string, body: string, marks: readonly string[]): SearchTerms {
  const room = { terms: searchLimits.termsOfText, bytes: searchLimits.termBytesOfText };
  return { title: take(title, room), body: take(body, room), marks };
}

function take(text: string, room: { terms: number; bytes: number }): string[] {
  const terms: string[] = [];
  for (const { term } of splitWords(text)) {
    room.terms -= 1;
    room.bytes -= Buffer.byteLength(term);
    if (room.terms < 0 || room.bytes < 0) break;
    terms.push(term);
  }
  return terms;
}
