import type { SearchTerms } from "../../store/search.ts";
import { splitWords } from "./split-words.ts";

/** What PostgreSQL keeps of one text: so many places, and a megabyte for all terms together with their places. */
const mostTerms = 16_000;
const mostBytes = 600_000;

/** The terms of a document, as far as they are indexed. */
export function listTerms(title: string, body: string, marks: readonly string[]): SearchTerms {
  const room = { terms: mostTerms, bytes: mostBytes };
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
