import type { Address } from "@freehold/protocol";
import { sql } from "kysely";
import type { Reader } from "../database.ts";
import { prepareQueries, prepareQuery } from "../prepare-query.ts";
import type { ListName, TimelinePosition } from "../tables/publications.ts";

/*
 * Marks say where page N of a list begins and how many publications the list has; these are never counted
 * (docs/decisions/0023).
 */

// The key behind every publication.
export const END = Number.MAX_SAFE_INTEGER;

// The key before every publication, also one from before 1970.
export const START = Number.MIN_SAFE_INTEGER;

/** The columns of `publications` by which a list is in order. */
export const keyColumns = {
  index: ["publications.sortTime", "publications.seq", "publications.id"],
  site: ["publications.siteTime", "publications.siteSeq", "publications.siteId"],
} as const;

/** Compares the key of a publication in a list with a position. */
export function compareKey(
  list: ListName,
  operator: "<" | "<=" | ">" | ">=",
  { timestamp, seq, id }: TimelinePosition,
) {
  const columns = sql.join(keyColumns[list].map((column) => sql.ref(column)));
  return sql<boolean>`(${columns}) ${sql.raw(operator)} (${timestamp}, ${seq}, ${id})`;
}

/** The list of one publisher. */
export interface PublicationList {
  readonly publisher: Address;
  readonly list: ListName;
}

/** The publications of a list. */
export const listed = (db: Reader, { publisher, list }: PublicationList) =>
  db
    .selectFrom("publications")
    .where("publications.publisherAddress", "=", publisher)
    // Written out, as the index of the list has it.
    .where(sql<boolean>`${sql.raw(list === "index" ? "publications.state = 'signed'" : isOnSite)}`);

const isOnSite =
  "publications.state <> 'draft' and publications.is_page = 0 and publications.is_replaced = 0";

/** A key in the order of a list, and how many publications stand before it. */
export interface Mark extends TimelinePosition {
  readonly position: number;
}

const startMark: Mark = { timestamp: START, seq: -1, id: -1, position: 0 };

export const marksOf = (db: Reader, { publisher, list }: PublicationList) =>
  db.selectFrom("publication_marks").where("publisherAddress", "=", publisher).where("list", "=", list);

export const selectMarks = (db: Reader, list: PublicationList) =>
  marksOf(db, list).select(["sortTime as timestamp", "seq", "id", "position"]);

const selectEnd = prepareQuery((db, list: PublicationList) =>
  marksOf(db, list).select("position").where("sortTime", "=", END),
);

/** How many publications a list has. 0 for that of another publisher than this owner. */
export async function readTotal(db: Reader, list: PublicationList): Promise<number> {
  const [end] = await selectEnd(db, list);
  return end?.position ?? 0;
}

interface Sought extends PublicationList {
  readonly position: number;
}

const selectMarkBefore = prepareQuery((db, { publisher, list, position }: Sought) =>
  selectMarks(db, { publisher, list }).where("position", "<=", position).orderBy("position", "desc").limit(1),
);

/** The last mark with no more than `position` publications before it. */
export async function findMarkBefore(db: Reader, sought: Sought): Promise<Mark> {
  const [mark = startMark] = await selectMarkBefore(db, sought);
  return mark;
}

const selectMarkBehind = prepareQuery((db, { publisher, list, position }: Sought) =>
  selectMarks(db, { publisher, list }).where("position", ">=", position).orderBy("position").limit(1),
);

/** The first mark with `position` publications before it, or more; null behind the end. */
export async function findMarkBehind(db: Reader, sought: Sought): Promise<Mark | null> {
  const [mark = null] = await selectMarkBehind(db, sought);
  return mark;
}

interface Until {
  readonly publisher: Address;
  readonly until: number;
}

const selectMarkUntil = prepareQueries((db, { publisher, until }: Until, list: ListName) =>
  selectMarks(db, { publisher, list })
    .where("sortTime", "<=", until)
    .orderBy("sortTime", "desc")
    .orderBy("seq", "desc")
    .orderBy("id", "desc")
    .limit(1),
);

const selectCount = prepareQueries(
  (db, { publisher, until, timestamp, seq, id }: Mark & Until, list: ListName) =>
    listed(db, { publisher, list })
      .where(keyColumns[list][0], "<=", until)
      .where(compareKey(list, ">=", { timestamp, seq, id }))
      .select((eb) => eb.fn.countAll<number>().as("count")),
);

/** How many publications of a list are from `until` (seconds) or earlier. */
export async function countUntil(
  db: Reader,
  { publisher, list }: PublicationList,
  until: number,
): Promise<number> {
  const [mark = startMark] = await selectMarkUntil(db, list, { publisher, until });
  const [behind] = await selectCount(db, list, { ...mark, publisher, until });
  return mark.position + Number(behind?.count ?? 0);
}
