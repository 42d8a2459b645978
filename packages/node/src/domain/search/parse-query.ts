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
  /** Parts that look like an operator and are none, each once. */
  problems: QueryProblem[];
}

/** A date that can't be read, which bounds nothing, or an operator that there is none of, which is searched as words. */
export interface QueryProblem {
  readonly kind: "date" | "operator";
  /** As it was written: `before:lunch`, `title:`. */
  readonly text: string;
}

/** Words that follow one another, or a hashtag or mention with its sign. */
export interface QueryTerm {
  readonly terms: readonly string[];
  readonly isMark: boolean;
  readonly isPrefix: boolean;
}

const token =
  /(-*)(?:(from|before|until|after|since)[:：])?(?:["“”„«»＂]([^"“”„«»＂]*)(?:["“”„«»＂]|$)|[「『]([^」』]*)(?:[」』]|$)|([^\s"“”„«»＂「『]+))/giu;
const opensQuote = /^["“„«＂「『]/;
const otherOperator = /^(?!https?:|mailto:)[a-z]{2,12}[:：](?![/\\:：])/iu;
const date = /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?$/;

/**
 * Parses a search: words (the last one may be unfinished), "phrases" in the quotation marks of several languages, #tags,
 * @mentions, from:somebody, before: (or until:) and after: (or since:) a day, a month or a year (UTC; `after` includes it), and any of
 * them with - before it to exclude. Every text is a search; see `problems` for parts that can't be understood.
 */
export function parseQuery(text: string): ParsedQuery {
  const input = text.slice(0, searchLimits.length);
  const query: ParsedQuery = {
    wanted: [],
    unwanted: [],
    from: [],
    notFrom: [],
    since: null,
    before: null,
    problems: [],
  };
  let words: number = searchLimits.words;
  for (const match of [...input.matchAll(token)].slice(0, searchLimits.parts)) {
    const [whole, minus = "", key = "", straight, corner, bare = ""] = match;
    const end = match.index + whole.length;
    const part: Part = {
      isUnwanted: minus !== "",
      key: key.toLowerCase(),
      value: straight ?? corner ?? bare,
      isQuoted: (straight ?? corner) !== undefined,
      isLast: end === input.length,
    };
    if (readOperator(query, part)) continue;
    noteOperator(query, part, input.slice(end, end + 1));
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

/** Adds an operator to the query. @returns false for words, and for an operator without a value */
function readOperator(query: ParsedQuery, { key, value, isUnwanted }: Part): boolean {
  if (key === "") return false;
  if (key === "from") {
    const name = value.replaceAll("\0", "").trim();
    if (name !== "") (isUnwanted ? query.notFrom : query.from).push(name);
    return name !== "";
  }
  const second = startOfDate(value);
  if (second === null) note(query, { kind: "date", text: `${key}:${value}` });
  else if (["after", "since"].includes(key) === isUnwanted)
    query.before = Math.min(query.before ?? second, second);
  else query.since = Math.max(query.since ?? second, second);
  return true;
}

/** Whether it would be a tag or a mention in a text. Anything else with such a sign is words. */
function isMark(value: string): boolean {
  const { tags, mentions } = findMarks([value]);
  return [`#${tags[0]}`, `@${mentions[0]}`].includes(`${value[0]}${foldMark(value.slice(1))}`);
}

/** Notes a word such as `title:`, with its value or before a quotation. */
function noteOperator(query: ParsedQuery, { key, value, isQuoted }: Part, next: string): void {
  const found = key === "" && !isQuoted ? otherOperator.exec(value)?.[0] : undefined;
  if (found === undefined || (found === value && !opensQuote.test(next))) return;
  note(query, { kind: "operator", text: `${found.slice(0, -1).toLowerCase()}:` });
}

function note({ problems }: ParsedQuery, problem: QueryProblem): void {
  if (!problems.some(({ text }) => text === problem.text)) problems.push(problem);
}

/** The first second of a day, a month or a year. */
function startOfDate(value: string): number | null {
  const [, year, month = "1", day = "1"] = date.exec(value.trim().normalize("NFKC")) ?? [];
  if (year === undefined) return null;
  const written = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const ms = Date.parse(`${written}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(written) ? ms / 1000 : null;
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
