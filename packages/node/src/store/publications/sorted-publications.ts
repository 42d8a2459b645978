import type { Address } from "@freehold/protocol";
import { type Expression, type RawBuilder, sql } from "kysely";
import type { Reader } from "../database.ts";
import type { PublicationKind, PublicationState } from "../tables/publications.ts";
import { type Detail, type DetailedPublication, detailedColumns } from "./publication-details.ts";
import type { TimelineFilter } from "./timeline.ts";

/** The order of a list: by the last change, the newest first; by title; by a number, the highest first. */
export type SortKey = "changed" | "title" | Expression<number>;

/** The place of a publication in such a list: its key, and its id among equals. */
export interface SortedPosition {
  readonly key: string | number;
  readonly id: number;
}

export interface SortedPage extends TimelineFilter {
  publisher: Address;
  limit: number;
  sort: SortKey;
  /** Goes on behind this place. */
  after?: SortedPosition;
}

export type SortedPublication = DetailedPublication & { readonly sortKey: string | number };

// Characters of a title that count for the order, as many as fit a cursor (`domain/paging.ts`).
const titleCharacters = 100;
const everyKind: readonly PublicationKind[] = ["FILE", "POST"];
const everyState: readonly PublicationState[] = ["draft", "local", "signed"];

/**
 * The publications of the owner in an order of choice, for the owner: all that match are sorted for each page. `since` and
 * `until` are compared with the dates that readers see, as in `readByDate`.
 *
 * @param wanted what of other tables is read with them
 */
export async function readSorted(
  db: Reader,
  { sort, after, limit, ...filter }: SortedPage,
  wanted: readonly Detail[] = [],
): Promise<SortedPublication[]> {
  const isUp = sort === "title";
  const sorted = candidates(db, filter)
    .select(["publications.id as key", keyOf(sort).as("sortKey")])
    .as("candidates");
  const page = db
    .selectFrom(sorted)
    .select(["key", "sortKey"])
    .$if(after !== undefined, (query) => query.where(isBehind(after ?? { key: 0, id: 0 }, isUp)))
    .orderBy("sortKey", isUp ? "asc" : "desc")
    .orderBy("key", isUp ? "asc" : "desc")
    .limit(limit);
  const rows = await db
    .selectFrom(page.as("page"))
    .innerJoin("publications", "publications.id", "page.key")
    .select([...detailedColumns(wanted), "page.sortKey"])
    .orderBy("page.sortKey", isUp ? "asc" : "desc")
    .orderBy("page.key", isUp ? "asc" : "desc")
    .execute();
  return rows.map((row) => ({ ...row, sortKey: isUp ? String(row.sortKey) : Number(row.sortKey) }));
}

function candidates(db: Reader, filter: TimelineFilter & { publisher: Address }) {
  const { publisher, states = everyState, kinds = everyKind, tag, isPage, newestOnly, since, until } = filter;
  const time = sql<number>`case when publications.state = 'draft'
    then coalesce((select due_at / 1000 from publication_schedules where publication_id = publications.id), publications.sort_time)
    else publications.site_time end`;
  return db
    .selectFrom("publications")
    .where("publications.publisherAddress", "=", publisher)
    .where("publications.state", "in", states)
    .where("publications.kind", "in", kinds)
    .$if(newestOnly === true, (query) => query.where("publications.isReplaced", "=", 0))
    .$if(isPage !== undefined, (query) => query.where("publications.isPage", "=", isPage ? 1 : 0))
    .$if(since !== undefined, (query) => query.where(time, ">=", since ?? 0))
    .$if(until !== undefined, (query) => query.where(time, "<", until ?? 0))
    .$if(tag !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom("publication_hashtags as tags")
            .select("tags.tag")
            .whereRef("tags.publicationId", "=", "publications.id")
            .where("tags.tag", "=", tag ?? ""),
        ),
      ),
    );
}

/** Both databases compare texts by their bytes, and make only Latin letters without accents small. */
const title = sql<string | number>`lower(coalesce((
  select substr(title, 1, ${sql.lit(titleCharacters)}) from search_documents
  where search_documents.kind = 'publication' and search_documents.subject_id = publications.id
), ''))`;

function keyOf(sort: SortKey): RawBuilder<string | number> {
  if (sort === "title") return title;
  return sort === "changed" ? sql`publications.updated_at` : sql`cast(${sort} as bigint)`;
}

function isBehind({ key, id }: SortedPosition, isUp: boolean) {
  return sql<boolean>`(sort_key, key) ${sql.raw(isUp ? ">" : "<")} (${key}, ${id})`;
}
