import { sql } from "kysely";
import type { FullTextIndex } from "../database.ts";
import { limits } from "../limits.ts";
import { isLongBeginning, type SearchPhrase, type SearchTerms, titleGroups } from "../search/search-query.ts";

/** PostgreSQL keeps no position behind this one. */
const lastPosition = 16_383;

/**
 * Full text by `tsvector` and GIN, with an index of its own for the documents that readers may find. Without GIN's list of
 * pending rows a search never waits for the writes before it.
 */
export const postgresSearch: FullTextIndex = {
  ddl: [
    `create table search_index (
      id bigint primary key,
      for_readers bigint not null,
      vector tsvector not null
    )`,
    "create index search_everything on search_index using gin (vector) with (fastupdate = off)",
    "create index search_readers on search_index using gin (vector) with (fastupdate = off) where for_readers = 1",
    // The ids alone, for a word that nearly every document has: the newest are found from the end.
    "create index search_readers_newest on search_index (id) where for_readers = 1",
  ],

  wordsDdl: [],

  async insert(tx, { id, forReaders, terms }) {
    await sql`
      insert into search_index (id, for_readers, vector)
      values (${id}, ${forReaders ? 1 : 0}, cast(${vectorOf(terms)} as tsvector))
    `.execute(tx);
  },

  async remove(tx, id) {
    await sql`delete from search_index where id = ${id}`.execute(tx);
  },

  async find(db, { expression, readersOnly, range, limit }) {
    if (expression.all.length === 0) return [];
    const all = expression.all.map((group) => `(${group.map(toQuery).join(" | ")})`);
    const none = expression.none.map((phrase) => `!(${toQuery(phrase)})`);
    const match = [...all, ...none].join(" & ");
    const titles = titleGroups(expression).map((group) => `(${group.map(inTitle).join(" | ")})`);
    const has = (words: string) => sql`cast(vector @@ cast(${words} as tsquery) as int)`;
    const ranks =
      titles.length > 0 ? sql`${has(titles.join(" | "))} + ${has(titles.join(" & "))} desc,` : sql``;
    const { rows } = await sql<{ id: number }>`
      select id from (
        select id, vector from search_index
        where vector @@ cast(${match} as tsquery) and id between ${range.first} and ${range.last}
          ${readersOnly ? sql`and for_readers = 1` : sql``}
        order by id desc limit ${limit}
      ) as newest order by ${ranks} id desc
    `.execute(db);
    return rows.map(({ id }) => id);
  },

  async listTerms(db, beginning, { readersOnly, limit }) {
    const { rows } = await sql<{ term: string }>`
      select distinct lexeme as term from (
        select vector from search_index
        where vector @@ cast(${`${quote(beginning)}:*`} as tsquery) ${readersOnly ? sql`and for_readers = 1` : sql``}
        order by id desc limit ${limits.documentsOfTerms}
      ) as newest, unnest(vector)
      where starts_with(lexeme, ${beginning}) limit ${limit}
    `.execute(db);
    return rows.map(({ term }) => term);
  },
};

/** The text form of a tsvector: `'term':1A,2A`; terms of the title have weight A. Marks have no position. */
function vectorOf({ title, body, marks }: SearchTerms): string {
  const positions = new Map<string, string[]>(marks.map((mark) => [mark, []]));
  const put = (terms: readonly string[], first: number, weight: string) => {
    for (const [index, term] of terms.entries()) {
      const known = positions.get(term) ?? [];
      known.push(`${Math.min(first + index, lastPosition)}${weight}`);
      positions.set(term, known);
    }
  };
  put(title, 1, "A");
  // A gap, so that no phrase reaches from the title into the body.
  put(body, title.length + 2, "");
  return [...positions]
    .map(([term, at]) => (at.length > 0 ? `${quote(term)}:${at.join(",")}` : quote(term)))
    .join(" ");
}

function toQuery({ terms, isPrefix }: SearchPhrase): string {
  return `${terms.map(quote).join(" <-> ")}${isPrefix ? ":*" : ""}`;
}

/** The same in a title, whose terms have weight A. */
function inTitle(phrase: SearchPhrase): string {
  return `${phrase.terms.map((term) => `${quote(term)}:A`).join(" <-> ")}${isLongBeginning(phrase) ? "*" : ""}`;
}

/** A lexeme in the text form of tsvector and tsquery. */
function quote(term: string): string {
  return `'${term.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}
