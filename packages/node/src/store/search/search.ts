import type { Address } from "@freehold/protocol";
import { sql } from "kysely";
import { dialectOf, type Reader, type Tx } from "../database.ts";
import { prepareQueries, prepareQuery } from "../prepare-query.ts";
import { lockPublication } from "../publications/lock-publication.ts";
import type { PublicationState } from "../tables/publications.ts";
import type { SearchDocumentsTable } from "../tables/tables.ts";
import type { SearchRequest, SearchTerms } from "./search-query.ts";

export type SearchKind = SearchDocumentsTable["kind"];

/** A document of the search index. */
export interface SearchDocument {
  kind: SearchKind;
  /** The id of the publication or of the comment. */
  subjectId: number;
  publicationId: number;
  isPublic: boolean;
  /** `#tag` and `@mention`, with blanks between them. */
  marks: string;
  title: string;
  /** Plain text. */
  body: string;
}

/** How many documents of one second have an order; the times of all centuries to come fit above it. */
const PER_SECOND = 2 ** 19;
const LAST_SECOND = 2 ** 34 - 1;

const columns = ["kind", "subjectId", "publicationId", "isPublic", "marks", "title", "body"] as const;

/**
 * Writes a document and its terms, in the place of the one that there was. `time` (seconds) is its place in time;
 * `forReaders` says whether readers may find it now.
 */
export async function saveDocument(
  tx: Tx,
  document: SearchDocument,
  entry: { time: number; forReaders: boolean; terms: SearchTerms },
): Promise<void> {
  await removeDocument(tx, document);
  await addDocument(tx, document, entry);
}

/** Writes a new document and its terms. */
export async function addDocument(
  tx: Tx,
  document: SearchDocument,
  entry: { time: number; forReaders: boolean; terms: SearchTerms },
): Promise<void> {
  const second = Math.min(Math.max(0, entry.time), LAST_SECOND);
  const id = await insertAt(tx, second, document);
  if (id === null) return;
  await dialectOf(tx).search.insert(tx, { id, forReaders: entry.forReaders, terms: entry.terms });
}

/** Replaces the terms of an existing document. */
export async function replaceTerms(
  tx: Tx,
  id: number,
  entry: { forReaders: boolean; terms: SearchTerms },
): Promise<void> {
  const { search } = dialectOf(tx);
  await search.remove(tx, id);
  await search.insert(tx, { id, ...entry });
}

/** Takes a document out of the search, if it is there. */
export async function removeDocument(
  tx: Tx,
  { kind, subjectId, publicationId }: Pick<SearchDocument, "kind" | "subjectId" | "publicationId">,
): Promise<void> {
  await lockPublication(tx, publicationId);
  const row = await tx
    .deleteFrom("search_documents")
    .where("kind", "=", kind)
    .where("subjectId", "=", subjectId)
    .returning("id")
    .executeTakeFirst();
  if (row) await dialectOf(tx).search.remove(tx, row.id);
}

/** Takes a publication and every comment on it out of the search. */
export async function removeDocumentsOf(tx: Tx, publicationId: number): Promise<void> {
  const rows = await tx
    .deleteFrom("search_documents")
    .where("publicationId", "=", publicationId)
    .returning("id")
    .execute();
  for (const { id } of rows) await dialectOf(tx).search.remove(tx, id);
}

/** Every document of a publication, with the second of its place in time. */
export async function listDocumentsOf(
  db: Reader,
  publicationId: number,
): Promise<Array<SearchDocument & { time: number }>> {
  const rows = await db
    .selectFrom("search_documents")
    .select(["id", ...columns])
    .where("publicationId", "=", publicationId)
    .execute();
  return rows.map(({ id, ...row }) => ({
    ...row,
    isPublic: row.isPublic === 1,
    time: Math.floor(id / PER_SECOND),
  }));
}

/** The title and the text of a publication as the search has them; undefined until it is indexed. */
export function findPublicationText(
  db: Reader,
  publicationId: number,
): Promise<Pick<SearchDocument, "title" | "body"> | undefined> {
  return db
    .selectFrom("search_documents")
    .select(["title", "body"])
    .where("kind", "=", "publication")
    .where("subjectId", "=", publicationId)
    .executeTakeFirst();
}

/** The titles of publications by their ids, as the search has them; one that is not indexed is left out. */
export async function readPublicationTitles(
  db: Reader,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom("search_documents")
    .select(["subjectId", "title"])
    .where("kind", "=", "publication")
    .where("subjectId", "in", ids)
    .execute();
  return new Map(rows.map(({ subjectId, title }) => [subjectId, title]));
}

/** A found document, and the fields that decide who may see its publication. */
export interface FoundDocument extends Omit<SearchDocument, "marks" | "body"> {
  id: number;
  /** Null where it was not asked for. */
  body: string | null;
  publisherAddress: Address;
  state: PublicationState;
  /** 1 if the publication has a newer version. */
  isReplaced: 0 | 1;
}

const selectDocuments = prepareQueries(
  (db, ids: Record<number, number>, { count, withBody }: { count: number; withBody: boolean }) =>
    db
      .selectFrom("search_documents")
      .innerJoin("publications", "publications.id", "search_documents.publicationId")
      .select(["search_documents.id", "publisherAddress", "publications.state", "search_documents.kind"])
      .select(["subjectId", "publicationId", "isPublic", "title", "isReplaced"])
      .select((withBody ? sql<string | null>`body` : sql<null>`null`).as("body"))
      .where(
        "search_documents.id",
        "in",
        Array.from({ length: count }, (_, index) => ids[index] as number),
      ),
);

/** The documents with these ids, in no particular order; one whose publication is gone is left out. */
export async function readDocuments(
  db: Reader,
  ids: readonly number[],
  { withBody }: { withBody: boolean },
): Promise<FoundDocument[]> {
  if (ids.length === 0) return [];
  const rows = await selectDocuments(db, { count: ids.length, withBody }, { ...ids });
  return rows.map((row) => ({ ...row, isPublic: row.isPublic === 1 }));
}

/** The `marks` of these documents by their ids. */
export async function readMarks(db: Reader, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom("search_documents")
    .select(["id", "marks"])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, marks }) => [id, marks]));
}

/** `since` and `before` in seconds, the first one included; null for no bound. */
export type MatchRequest = Omit<SearchRequest, "range" | "version"> &
  Partial<Pick<SearchRequest, "version">> & { since: number | null; before: number | null };

/** The ids of documents that match, the best first: see `FullTextIndex`. */
export function findMatches(
  db: Reader,
  { since, before, version = null, ...request }: MatchRequest,
): Promise<number[]> {
  const first = since === null ? 0 : clamp(since) * PER_SECOND;
  const last = before === null ? Number.MAX_SAFE_INTEGER : clamp(before) * PER_SECOND - 1;
  return dialectOf(db).search.find(db, { ...request, version, range: { first, last } });
}

/** Terms of the index that begin with these letters: see `FullTextIndex`. */
export function listTermsOf(
  db: Reader,
  beginning: string,
  request: { readersOnly: boolean; limit: number },
): Promise<string[]> {
  return dialectOf(db).search.listTerms(db, beginning, request);
}

function clamp(second: number): number {
  return Math.min(Math.max(0, second), LAST_SECOND);
}

const selectNewest = prepareQuery((db, { base, end }: { base: number; end: number }) =>
  db
    .selectFrom("search_documents")
    .select("id")
    .where("id", ">=", base)
    .where("id", "<", end)
    .orderBy("id", "desc")
    .limit(1),
);

const insertDocument = prepareQuery((db, row: SearchDocumentsTable) =>
  db
    .insertInto("search_documents")
    .values({
      id: row.id,
      kind: row.kind,
      subjectId: row.subjectId,
      publicationId: row.publicationId,
      isPublic: row.isPublic,
      marks: row.marks,
      title: row.title,
      body: row.body,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id"),
);

/** The next free id of a second. Null when it is full: then only this document is not found. */
async function insertAt(tx: Tx, second: number, document: SearchDocument): Promise<number | null> {
  const base = second * PER_SECOND;
  const end = base + PER_SECOND;
  for (;;) {
    const [newest] = await selectNewest(tx, { base, end });
    const id = newest ? newest.id + 1 : base;
    if (id >= end) return null;
    const [row] = await insertDocument(tx, { ...document, id, isPublic: document.isPublic ? 1 : 0 });
    if (row) return row.id;
  }
}

/**
 * The addresses of up to `limit` known nodes whose title (the size of Latin letters aside), or whose URL behind `https://`, begins
 * with `name`.
 */
export async function findAuthors(db: Reader, name: string, limit: number): Promise<Address[]> {
  const title = name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const url = `https://${title}`;
  const end = "\u{10ffff}";
  const byTitle = db
    .selectFrom("profiles")
    .select("address")
    .where(sql<string>`lower(title)`, ">=", title)
    .where(sql<string>`lower(title)`, "<", `${title}${end}`)
    .orderBy(sql`lower(title)`)
    .limit(limit)
    .execute();
  const byUrl = db
    .selectFrom("profiles")
    .select("address")
    .where("url", ">=", url)
    .where("url", "<", `${url}${end}`)
    .orderBy("url")
    .limit(limit)
    .execute();
  const found = [...(await byTitle), ...(await byUrl)].map(({ address }) => address);
  return [...new Set(found)].slice(0, limit);
}
