import { searchLimits } from "./search-limits.ts";
import { findMarks, foldMark, isUnspaced, splitWords } from "./terms.ts";

/** A parsed search, before names are looked up. Empty for a text without words. */
export interface ParsedQuery {
  /** Each must match. */
  wanted: QueryTerm[];
  /** None may match. */
  unwanted: QueryTerm[];
  /** Any of these is the author; addresses, or beginnings of names. */
  from: string[];
  notFrom: string[];
  /** Seconds, inclusive; null for no bound. */
  since: number | null;
  /** Seconds, exclusive. */
  before: number | null;
}

/** Words that follow one another, or a hashtag or mention with its sign. */
export interface QueryTerm {
  readonly terms: readonly string[];
  readonly isMark: boolean;
  readonly isPrefix: boolean;
}

const token = /(-*)(?:(from|before|after):)?(?:"([^"]*)(?:"|$)|([^\s"]+))/giu;
const day = /^(\d{4})-(\d\d)-(\d\d)$/;

/**
 * Parses a search: words (the last one may be unfinished), "phrases", #tags, @mentions, from:somebody, before: and after: a
 * day (UTC; `after` includes it), and any of them with - before it to exclude. Every text is a search; parts that can't be
 * understood are read as words.
 */
export function parseQuery(text: string): ParsedQuery {
  const input = text.slice(0, searchLimits.length);
  const query: ParsedQuery = { wanted: [], unwanted: [], from: [], notFrom: [], since: null, before: null };
  let words: number = searchLimits.words;
  for (const match of [...input.matchAll(token)].slice(0, searchLimits.parts)) {
    const [whole, minus = "", key = "", quoted, bare = ""] = match;
    const part: Part = {
      isUnwanted: minus !== "",
      key: key.toLowerCase(),
      value: quoted ?? bare,
      isQuoted: quoted !== undefined,
      isLast: match.index + whole.length === input.length,
    };
    if (readOperator(query, part)) continue;
    const term = readTerm(part, words);
    if (!term) continue;
    words -= term.terms.length;
    (part.isUnwanted ? query.unwanted : query.wanted).push(term);
  }
  return query;
}

interface Part {
  isUnwanted: boolean;
  key: string;
  value: string;
  isQuoted: boolean;
  isLast: boolean;
}

/** Adds an operator to the query. @returns false for words, and for an operator with an invalid value */
function readOperator(query: ParsedQuery, { key, value, isUnwanted }: Part): boolean {
  if (key === "") return false;
  if (key === "from") {
    const name = value.replaceAll("\0", "").trim();
    if (name !== "") (isUnwanted ? query.notFrom : query.from).push(name);
    return name !== "";
  }
  const second = startOfDay(value);
  if (second === null) return false;
  if ((key === "after") === isUnwanted) query.before = Math.min(query.before ?? second, second);
  else query.since = Math.max(query.since ?? second, second);
  return true;
}

/** Whether it would be a tag or a mention in a text. Anything else with such a sign is words. */
function isMark(value: string): boolean {
  const { tags, mentions } = findMarks([value]);
  return [`#${tags[0]}`, `@${mentions[0]}`].includes(`${value[0]}${foldMark(value.slice(1))}`);
}

function startOfDay(value: string): number | null {
  const [, year, month, date] = day.exec(value) ?? [];
  if (year === undefined) return null;
  const ms = Date.UTC(Number(year), Number(month) - 1, Number(date));
  return new Date(ms).toISOString().startsWith(value) ? ms / 1000 : null;
}

function readTerm({ key, value, isQuoted, isLast, isUnwanted }: Part, most: number): QueryTerm | null {
  if (key === "" && !isQuoted && isMark(value)) {
    return { terms: [`${value[0]}${foldMark(value.slice(1))}`], isMark: true, isPrefix: false };
  }
  const found = [...splitWords(key === "" ? value : `${key} ${value}`)].slice(0, Math.max(0, most));
  const last = found.at(-1);
  if (!last) return null;
  if (last.isTail) found.pop();
  const { term } = last;
  const single = isUnspaced(term) && !last.isTail && [...term].length === 1;
  const isPrefix = single || (isLast && !isQuoted && !isUnwanted && !isUnspaced(term));
  return { terms: found.map((word) => word.term), isMark: false, isPrefix };
}
