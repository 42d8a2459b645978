import { sql } from "kysely";
import type { FullTextIndex } from "../database.ts";
import { prepareQueries, prepareQuery } from "../prepare-query.ts";
import { type SearchMatch, type SearchPhrase, titleWeight } from "../search-query.ts";

/** Terms come ready-made, so that the tokenizer has nothing to do but to part them at the blanks. */
const indexOf = (name: string) => `create virtual table ${name} using fts5 (
  title, body, marks,
  content = '', contentless_delete = 1, tokenize = "ascii tokenchars '#@_.-'", prefix = '1 2 3'
)`;

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

const selectMatches = prepareQueries(
  (
    db,
    { match, first, last, limit }: { match: string; first: number; last: number; limit: number },
    { readersOnly, hasWords }: { readersOnly: boolean; hasWords: boolean },
  ) => {
    const index = sql.table(readersOnly ? "search_readers" : "search_everything");
    // For marks alone all are equal, and bm25 takes four times as long as all the rest.
    const relevance = hasWords ? sql`max(0.0, -bm25(${index}, ${sql.lit(titleWeight)}, 1, 0))` : sql`0`;
    const query = sql<SearchMatch>`
      select rowid as id, ${relevance} as relevance
      from ${index} where ${index} match ${match} and rowid between ${first} and ${last}
      order by rowid desc limit ${limit}
    `;
    return { compile: () => query.compile(db) };
  },
);

/**
 * Full text by FTS5, in two indexes: one of everything, and one of what readers may find. bm25 counts in how many
 * documents a word is; out of one index for both it would tell readers of those that are hidden.
 */
export const sqliteSearch: FullTextIndex = {
  ddl: [indexOf("search_everything"), indexOf("search_readers")],

  async insert(tx, { id, forReaders, terms }) {
    const [title, body, marks] = [terms.title, terms.body, terms.marks].map((list) => list.join(" ")) as [
      string,
      string,
      string,
    ];
    await insertIntoEverything(tx, { id, title, body, marks });
    if (forReaders) await insertIntoReaders(tx, { id, title, body, marks });
  },

  async remove(tx, id) {
    await sql`delete from search_everything where rowid = ${id}`.execute(tx);
    await sql`delete from search_readers where rowid = ${id}`.execute(tx);
  },

  async find(db, { expression, readersOnly, range, limit }) {
    if (expression.all.length === 0) return [];
    const all = expression.all.map((group) => `(${group.map(quote).join(" OR ")})`).join(" AND ");
    const none = expression.none.map(quote).join(" OR ");
    const match = none === "" ? all : `(${all}) NOT (${none})`;
    const hasWords = expression.all.some((group) => group.some(({ isMark }) => !isMark));
    return await selectMatches(db, { readersOnly, hasWords }, { match, ...range, limit });
  },
};

/** A phrase in FTS5's language. Nothing that stands between quotes is anything but text there. */
function quote({ terms, isPrefix }: SearchPhrase): string {
  return `"${terms.join(" ").replaceAll('"', '""')}"${isPrefix ? "*" : ""}`;
}
