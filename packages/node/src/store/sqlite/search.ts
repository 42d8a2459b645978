import { type RawBuilder, sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { FullTextIndex, Reader } from "../database.ts";
import { limits } from "../limits.ts";
import { prepareQueries, prepareQuery } from "../prepare-query.ts";
import { isLongBeginning, type SearchPhrase, titleGroups } from "../search/search-query.ts";

/** Terms come ready-made, so that the tokenizer has nothing to do but to part them at the blanks. */
const indexOf = (name: string) => `create virtual table ${name} using fts5 (
  title, body, marks,
  content = '', contentless_delete = 1, tokenize = "ascii tokenchars '#@_.-'", prefix = '1 2 3'
)`;

/** The words of an index in order. */
const vocabularyOf = (index: string) =>
  `create virtual table ${index}_words using fts5vocab(${index}, instance)`;

type Entry = Readonly<Record<"title" | "body" | "marks", string>> & { readonly id: number };

const insertInto = (index: string) =>
  prepareQuery((db, { id, title, body, marks }: Entry) => ({
    compile: () =>
      sql<never>`
        insert into ${sql.table(index)} (rowid, title, body, marks) values (${id}, ${title}, ${body}, ${marks})
      `.compile(db),
  }));
const insertIntoEverything = insertInto("search_everything");
const insertIntoReaders = insertInto("search_readers");

interface Asked {
  readonly match: string;
  readonly some: string;
  readonly every: string;
  /** The beginning of a word, and the terms of its phrase before it, in a text and in a title. */
  readonly begin: string;
  readonly textLead: string;
  readonly titleLead: string;
  readonly first: number;
  readonly last: number;
  readonly limit: number;
}

interface Shape {
  readonly readersOnly: boolean;
  /** How many groups of words titles may have; 2 for more. */
  readonly titles: 0 | 1 | 2;
  readonly hasBeginning: boolean;
}

// No term has it, and none is behind the last one.
const [lowest, highest] = ["\u0001", "\u{10ffff}"];
/** Placeholders of an expression: the phrases that end in a word with the beginning. */
const placeholders = { text: "\u0002", title: "\u0003" } as const;

/** Ids and words, each as a JSON array. */
type Found = Record<"ids" | "some" | "every", string> & { words: string | null };

/**
 * The newest matches, and of these those with some or every word in their title, each as a JSON array. All are read from
 * the newest on, so that it takes no longer the more there are: bm25 would count every document with a word, a column filter
 * goes through all of them, and so does a prefix that is longer than those of the index. So a beginning is turned into the
 * words that there are, each of which is found by seeking behind the one before.
 */
const selectRanked = prepareQueries((db, asked: Asked, { readersOnly, titles, hasBeginning }: Shape) => {
  const name = readersOnly ? "search_readers" : "search_everything";
  const [index, words] = [sql.table(name), sql.table(`${name}_words`)];
  const next = (from: RawBuilder<string>) =>
    sql`(select term from ${words} where term >= ${from} order by term limit 1)`;
  const phrases = (lead: string) =>
    sql`(select group_concat('"' || ${lead} || term || '"', ' OR ') from completed)`;
  const completed = sql`recursive
      words (term) as (
        select ${next(sql`${asked.begin}`)} union all
        select ${next(sql`words.term || ${lowest}`)} from words where words.term < ${asked.begin} || ${highest}
        limit ${sql.lit(limits.wordsOfBeginning)}
      ),
      completed (term) as materialized (
        select ${asked.begin} union select term from words where term < ${asked.begin} || ${highest}
      ),`;
  const complete = (expression: string) =>
    hasBeginning
      ? sql`replace(replace(${expression}, ${placeholders.text}, ${phrases(asked.textLead)}),
            ${placeholders.title}, ${phrases(asked.titleLead)})`
      : sql`${expression}`;
  const inTitle = (expression: string, isWanted: boolean) =>
    isWanted
      ? sql`(select json_group_array(rowid) from ${index} where ${index} match ${complete(expression)}
            and rowid between (select min(id) from newest) and ${asked.last})`
      : sql`'[]'`;
  const query = sql<Found>`
      with ${hasBeginning ? completed : sql``} newest (id) as materialized (
        select rowid from ${index}
        where ${index} match ${complete(asked.match)} and rowid between ${asked.first} and ${asked.last}
        order by rowid desc limit ${asked.limit} + 0
      )
      select json_group_array(id) as ids, ${inTitle(asked.some, titles > 0)} as some, ${inTitle(asked.every, titles > 1)} as every,
        ${hasBeginning ? sql`(select json_group_array(term) from completed)` : sql`null`} as words from newest
    `;
  return { compile: () => query.compile(db) };
});

/** The words that a beginning may become, by store. To find them again passes over the whole list of each common one. */
const remembered = new WeakMap<Reader, { version: string; words: LRUCache<string, readonly string[]> }>();

/** @returns null where nothing can be remembered */
function wordsOf(db: Reader, version: string | null): LRUCache<string, readonly string[]> | null {
  if (version === null) return null;
  const known = remembered.get(db);
  if (known?.version === version) return known.words;
  const words = new LRUCache<string, readonly string[]>({ max: limits.rememberedBeginnings });
  remembered.set(db, { version, words });
  return words;
}

/** Full text by FTS5, in two indexes: one of everything, and one of the documents that readers may find. */
export const sqliteSearch: FullTextIndex = {
  ddl: [indexOf("search_everything"), indexOf("search_readers")],
  wordsDdl: [vocabularyOf("search_everything"), vocabularyOf("search_readers")],

  async insert(tx, { id, forReaders, terms }) {
    const marks = [...terms.title.map(toTitleMark), ...terms.marks].join(" ");
    const entry = { id, title: terms.title.join(" "), body: terms.body.join(" "), marks };
    await insertIntoEverything(tx, entry);
    if (forReaders) await insertIntoReaders(tx, entry);
  },

  async remove(tx, id) {
    await sql`delete from search_everything where rowid = ${id}`.execute(tx);
    await sql`delete from search_readers where rowid = ${id}`.execute(tx);
  },

  async find(db, { expression, readersOnly, range, limit, version }) {
    const { all, none } = expression;
    if (all.length === 0) return [];
    const beginning = all.flat().find(isLongBeginning);
    const lead = beginning?.terms.slice(0, -1) ?? [];
    const begin = beginning?.terms.at(-1) ?? "";
    const words = beginning ? wordsOf(db, version) : null;
    const key = `${readersOnly} ${begin}`;
    const ends = words?.get(key)?.map((word) => ({ terms: [...lead, word], isMark: false, isPrefix: false }));
    const inText = (phrase: SearchPhrase) =>
      phrase === beginning ? (ends?.map(quote).join(" OR ") ?? placeholders.text) : quote(phrase);
    const quoteTitle = (phrase: SearchPhrase) => quote(toTitle(phrase));
    const inTitle = (phrase: SearchPhrase) =>
      phrase === beginning ? (ends?.map(quoteTitle).join(" OR ") ?? placeholders.title) : quoteTitle(phrase);
    const titles = titleGroups(expression).map((group) => anyOf(group, inTitle));
    const wanted = all.map((group) => anyOf(group, inText)).join(" AND ");
    const shape = {
      readersOnly,
      titles: Math.min(titles.length, 2) as Shape["titles"],
      hasBeginning: beginning !== undefined && !ends,
    };
    const [found] = await selectRanked(db, shape, {
      match: none.length === 0 ? wanted : `(${wanted}) NOT ${anyOf(none, inText)}`,
      some: `${all.length > 1 ? `${wanted} AND ` : ""}(${titles.join(" OR ")})`,
      every: titles.join(" AND "),
      begin,
      textLead: lead.map((term) => `${term} `).join(""),
      titleLead: [...lead.map((term) => `${toTitleMark(term)} `), toTitleMark("")].join(""),
      ...range,
      limit,
    });
    if (found?.words) words?.set(key, JSON.parse(found.words));
    return found ? rank(found) : [];
  },

  async listTerms(db, beginning, { readersOnly, limit }) {
    const words = sql.table(`${readersOnly ? "search_readers" : "search_everything"}_words`);
    const next = (from: RawBuilder<string>) =>
      sql`(select term from ${words} where term >= ${from} order by term limit 1)`;
    const end = `${beginning}${highest}`;
    const { rows } = await sql<{ term: string }>`
      with recursive terms (term) as (
        select ${next(sql`${beginning}`)} union all
        select ${next(sql`terms.term || ${lowest}`)} from terms where terms.term < ${end}
        limit ${limit}
      )
      select term from terms where term < ${end}
    `.execute(db);
    return rows.map(({ term }) => term);
  },
};

/** The best first, and of equals the newest. */
function rank(found: Found): number[] {
  const newest = (JSON.parse(found.ids) as number[]).sort((a, b) => b - a);
  if (found.some === "[]") return newest;
  const [some, every] = [found.some, found.every].map((text) => new Set(JSON.parse(text) as number[]));
  const classOf = (id: number) => Number(some?.has(id)) + Number(every?.has(id));
  return newest.sort((a, b) => classOf(b) - classOf(a) || b - a);
}

/** The words of a title are also marks: to look for them in one column alone would go through all texts with that word. */
function toTitleMark(term: string): string {
  return `_.${term}`;
}

function toTitle({ terms }: SearchPhrase): SearchPhrase {
  return { terms: terms.map(toTitleMark), isMark: true, isPrefix: false };
}

function anyOf(phrases: readonly SearchPhrase[], write: (phrase: SearchPhrase) => string): string {
  return `(${phrases.map(write).join(" OR ")})`;
}

/** A phrase in FTS5's language. Nothing that stands between quotes is anything but text there. */
function quote({ terms, isPrefix }: SearchPhrase): string {
  return `"${terms.join(" ").replaceAll('"', '""')}"${isPrefix ? "*" : ""}`;
}
