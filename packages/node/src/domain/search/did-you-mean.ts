import type { Context } from "../../context.ts";
import { findMatches, listTermsOf, readDocuments } from "../../store/search/search.ts";
import { type Caller, isAllowed } from "../access/callers.ts";
import { parseQuery } from "./parse-query.ts";
import { isSeen, type Sight, search } from "./search.ts";
import { languageOf, stem } from "./stem.ts";
import { splitWords, type Word } from "./terms.ts";

const shortest = 4; // letters of a word that is corrected
const letters = 2; // letters at the beginning of a word that are taken to be right
const termsRead = 2_000; // terms of the index that begin with these letters
const wordsCorrected = 4; // words of one search
const candidates = 5; // the nearest terms of the index, of which the most common one is taken
const documents = 20; // documents in which the spelling of a term is looked for

/**
 * The search with each word that nothing has replaced by a similar word of the texts that the caller may find; null where there is none, or
 * where nothing is found then either.
 */
export async function suggestQuery(
  context: Pick<Context, "store" | "owner">,
  { query, caller }: { query: string; caller: Caller },
): Promise<string | null> {
  const own = await context.owner.get();
  if (!own) return null;
  const sight = {
    self: own.address,
    readersOnly: !isAllowed(caller, "read:timeline"),
    isOwner: caller.kind === "client",
  };
  let corrected = "";
  let at = 0;
  for (const word of wordsToCorrect(query)) {
    if (await finds(context, query.slice(word.start, word.end), caller)) continue;
    const better = await findSimilar(context.store, word.term, sight);
    if (better === null) continue;
    corrected += query.slice(at, word.start) + better;
    at = word.end;
  }
  if (corrected === "") return null;
  corrected += query.slice(at);
  return (await finds(context, corrected, caller)) ? corrected : null;
}

/** The longer words in Latin letters that a search wants, where they stand in it. */
function wordsToCorrect(query: string): Word[] {
  const wanted = new Set(parseQuery(query).wanted.flatMap(({ isMark, terms }) => (isMark ? [] : terms)));
  return [...splitWords(query)]
    .filter(({ term }) => wanted.has(term) && term.length >= shortest && /^[a-z]+$/.test(term))
    .slice(0, wordsCorrected);
}

async function finds(
  context: Pick<Context, "store" | "owner">,
  query: string,
  caller: Caller,
): Promise<boolean> {
  const { items } = await search(context, { query, caller, first: 1, withSnippets: false });
  return items.length > 0;
}

/** The most common of the nearest words, as a text has it. */
async function findSimilar({ db }: Context["store"], wanted: string, sight: Sight): Promise<string | null> {
  const { readersOnly } = sight;
  const terms = await listTermsOf(db, wanted.slice(0, letters), { readersOnly, limit: termsRead });
  const most = wanted.length > 5 ? 2 : 1;
  const near = terms
    .map((term) => ({ term, distance: distanceWithin(wanted, withoutSign(term), most) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance);
  const best: { word: string; count: number }[] = [];
  for (const { term } of near.filter(({ distance }) => distance === near[0]?.distance).slice(0, candidates)) {
    const ids = await findMatches(db, {
      expression: { all: [[{ terms: [term], isMark: false, isPrefix: false }]], none: [] },
      readersOnly,
      since: null,
      before: null,
      limit: documents,
    });
    const word = await findSpelling(db, { ids, term }, sight);
    if (word !== null) best.push({ word, count: ids.length });
  }
  return best.sort((a, b) => b.count - a.count)[0]?.word ?? null;
}

/** The letter that says the language of a term is no letter of a word. */
function withoutSign(term: string): string {
  return term.replace(/\P{ASCII}$/u, "");
}

async function findSpelling(
  db: Context["store"]["db"],
  { ids, term }: { ids: readonly number[]; term: string },
  sight: Sight,
): Promise<string | null> {
  for (const id of ids) {
    const [document] = await readDocuments(db, [id], { withBody: true });
    if (!document || !isSeen(document, sight)) continue;
    const text = `${document.title}\n${document.body ?? ""}`;
    const language = languageOf(text);
    const found = splitWords(text).find((word) => stem(word.term, language) === term);
    if (found) return text.slice(found.start, found.end).toLowerCase();
  }
  return null;
}

/**
 * How many letters are missing, added, other, or changed with their neighbour; any number above `most` for more than that. Words are of up
 * to 32 letters, so a table of all beginnings is small.
 */
function distanceWithin(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return most + 1;
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, index) => index)];
  const get = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1];
      const swapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row.push(
        Math.min(
          get(i - 1, j) + 1,
          get(i, j - 1) + 1,
          get(i - 1, j - 1) + (same ? 0 : 1),
          swapped ? get(i - 2, j - 2) + 1 : Infinity,
        ),
      );
    }
    if (Math.min(...row) > most) return most + 1;
  }
  return get(from.length, to.length);
}
